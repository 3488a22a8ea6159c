import { endpoints, limits, type EndpointAnswer } from '@clusterdesk/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { entryAt, FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { onVisit } from '../../../shared/notifications/visits.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { personOf } from '../spec-projects.js';
import { EntryComments } from './entry-comments.js';
import { leadToComments } from './led-to.js';

const { comments, addComment, removeComment } = endpoints.projectFiles;
type Row = EndpointAnswer<typeof addComment>;
const hostile = '<b>bold</b> \u202Egnp.exe\nsecond line';

let api: FakeApi;
let rows: Row[];

const commentOf = (id: number, more: Partial<Row> = {}): Row => ({
  id: `c${id}`,
  author: personOf(id, id === 2 ? 'Li Lei' : null),
  text: `text ${id}`,
  time: `2026-11-22 05:00:0${id % 10}`,
  canRemove: false,
  ...more,
});

beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  rows = [commentOf(3, { author: null }), commentOf(2, { canRemove: true, text: hostile })];
  api = new FakeApi();
  api.on(comments, ({ pageNum, pageSize }) => {
    const from = Number(pageNum) * Number(pageSize);
    return { data: rows.slice(from, from + Number(pageSize)), total: rows.length, entryId: '7' };
  });
  api.on(addComment, ({ text }) => {
    const added = commentOf(9, { text: String(text) });
    rows = [added, ...rows];
    return added;
  });
  api.on(removeComment, ({ commentId }) => {
    rows = rows.filter(({ id }) => id !== commentId);
    return null;
  });
});

const { space } = new FakeSpace([]);
const show = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <EntryComments space={space} entry={entryAt('/data/plan.txt')} />
    </LiveProvider>,
  );

it('shows who said what, as plain text, with their number', async () => {
  const { container } = show();
  await screen.findByRole('heading', { name: 'Comments (2)' });
  const [first, second] = screen.getAllByRole('listitem');
  within(first!).getByText('Deleted user');
  within(second!).getByText('Li Lei');
  const text = second!.querySelector('p');
  expect(text?.textContent).toBe(hostile);
  expect(text?.querySelector('b')).toBeNull();
  expect(within(first!).queryByRole('button')).toBeNull();
  expect(api.callsOf(comments).map(({ input }) => input)).toEqual([
    { projectId: 'p1', path: '/data/plan.txt', pageNum: 0, pageSize: 10 },
  ]);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('comes into view with the focus on its head where a notice led to it, once', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  leadToComments('p1', '/data/plan.txt');
  show();
  const head = await screen.findByRole('heading', { name: 'Comments (2)' });
  await waitFor(() => expect(document.activeElement).toBe(head));
  expect(scrolled.mock.contexts).toEqual([head]);
  cleanup();
  show();
  await screen.findByText('Li Lei');
  expect(document.activeElement).toBe(document.body);
  cleanup();
  leadToComments('p1', '/data/other.txt');
  show();
  await screen.findByText('Li Lei');
  expect(scrolled).toHaveBeenCalledTimes(1);
  scrolled.mockRestore();
});

it('has what notices say of it read, by whichever name they call it', async () => {
  const visited: string[] = [];
  const end = onVisit((address) => visited.push(address));
  show();
  await screen.findByText('Li Lei');
  await waitFor(() =>
    expect(visited).toEqual([
      '/managementProjectDetail?id=p1&dir=%2Fdata&show=%2Fdata%2Fplan.txt&comments=7',
    ]),
  );
  end();
});

it('sends what was written, and keeps what could not be sent', async () => {
  const { user } = show();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Write a comment',
  });
  expect(field.maxLength).toBe(limits.commentLength);
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' });
  await user.type(field, '  ');
  expect(send.disabled).toBe(true);
  await user.type(field, 'well done');
  await user.click(send);
  await screen.findByRole('heading', { name: 'Comments (3)' });
  screen.getByText('well done');
  expect(field.value).toBe('');
  api.on(addComment, () => {
    throw new Refusal(409, 'COMMENT_TOO_MANY', 'Delete some first');
  });
  await user.type(field, 'once more');
  await user.click(send);
  await screen.findByText('Delete some first');
  expect(field.value).toBe('once more');
});

it('keeps a draft of each entry while another is looked at, until it is sent', async () => {
  const looked = (path: string) => (
    <LiveProvider>
      <EntryComments space={space} entry={entryAt(path)} />
    </LiveProvider>
  );
  const field = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  const page = renderPage(looked('/data/first.txt'));
  await page.user.type(await field(), 'half a thought');
  cleanup();
  const other = renderPage(looked('/data/second.txt'));
  expect((await field()).value).toBe('');
  await other.user.type(await field(), 'another');
  cleanup();
  const again = renderPage(looked('/data/first.txt'));
  expect((await field()).value).toBe('half a thought');
  await again.user.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(async () => expect((await field()).value).toBe(''));
  cleanup();
  const last = renderPage(looked('/data/second.txt'));
  expect((await field()).value).toBe('another');
  await last.user.clear(await field());
  cleanup();
  renderPage(looked('/data/first.txt'));
  expect((await field()).value).toBe('');
});

it('deletes after a question', async () => {
  const { user } = show();
  await user.click(
    await screen.findByRole('button', { name: /^Delete the comment by Li Lei of / }),
  );
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete comment' }),
  );
  await screen.findByRole('heading', { name: 'Comments (1)' });
  expect(api.callsOf(removeComment).map(({ input }) => input)).toEqual([
    { projectId: 'p1', path: '/data/plan.txt', commentId: 'c2' },
  ]);
});

it('goes through many page by page', async () => {
  rows = Array.from({ length: 12 }, (_, index) => commentOf(12 - index));
  const { user } = show();
  await screen.findByText('text 12');
  await user.click(screen.getByRole('button', { name: 'Earlier comments' }));
  await screen.findByText('text 1');
  expect(screen.queryByText('text 12')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Newer comments' }));
  await screen.findByText('text 12');
});

it('shows nothing of it to whom may see the entry no longer', async () => {
  show();
  await screen.findByText('Li Lei');
  api.on(comments, () => {
    throw new Refusal(403, 'PROJECT_VIEW_OFF', 'Ask the administrator');
  });
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(comments) });
  await waitFor(() => expect(screen.queryByText('Li Lei')).toBeNull());
  screen.getByRole('button', { name: 'Try again' });
});

it('says that there are none yet, or that they could not be had', async () => {
  rows = [];
  show();
  await screen.findByText(/^No comments yet/);
});
