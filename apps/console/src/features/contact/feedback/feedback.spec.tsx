import { endpoints, limits, type FeedbackRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { FeedbackTab } from './feedback-tab.js';

const { feedback } = endpoints;

const rowOf = (id: string, more: Partial<FeedbackRow> = {}): FeedbackRow => ({
  id,
  message: `text of ${id}\nsecond line`,
  createTime: '2026-11-22 05:00:00',
  userName: 'ann',
  realName: 'Ann Lee',
  handledTime: null,
  handledBy: null,
  ...more,
});

let api: FakeApi;
let stored: FeedbackRow[];

beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  stored = [rowOf('one'), rowOf('two', { userName: null, realName: null })];
  api.on(feedback.leave, null);
  api.on(feedback.list, ({ openOnly }) => {
    const open = stored.filter(({ handledTime }) => handledTime === null);
    const content = String(openOnly) === 'true' ? open : stored;
    return { content, totalElements: content.length, open: open.length };
  });
});

function show(...menus: string[]) {
  giveMenus(...menus);
  return renderPage(
    <LiveProvider>
      <FeedbackTab />
    </LiveProvider>,
    '/contactPage',
  );
}

const field = (): HTMLTextAreaElement => screen.getByLabelText<HTMLTextAreaElement>('Your message');
const write = (value: string): void => void fireEvent.change(field(), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const sent = () => api.callsOf(feedback.leave).map(({ input }) => input);

it('sends what is written, and empties the field when it is there', async () => {
  const { container } = show();
  expect(await findA11yFaults(container)).toEqual([]);
  press('Submit');
  await screen.findByText('Write something first');
  write('the disk is full');
  screen.getByText(`16 / ${limits.feedbackLength}`);
  press('Submit');
  await screen.findByText('Operation succeeded');
  expect(sent()).toEqual([{ message: 'the disk is full' }]);
  await waitFor(() => expect(field().value).toBe(''));
  expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
  expect(api.callsOf(feedback.list)).toEqual([]);
});

it('keeps what was refused, and clears it when asked', async () => {
  api.on(feedback.leave, () => {
    throw new Refusal(429, 'LIMIT', 'Try again later.');
  });
  show();
  write('again');
  press('Submit');
  await screen.findByText('Try again later.');
  expect(field().value).toBe('again');
  press('Reset');
  expect(field().value).toBe('');
});

it('shows all messages to administrators, who mark and delete them', async () => {
  api.on(feedback.handle, ({ id, handled }) => {
    const handledTime = handled ? '2026-11-23 05:00:00' : null;
    stored = stored.map((row) => (row.id === id ? { ...row, handledTime, handledBy: 'Bob' } : row));
    return null;
  });
  api.on(feedback.remove, ({ id }) => {
    stored = stored.filter((row) => row.id !== id);
    return null;
  });
  const { container } = show('/systemeManagement');
  const list = within(await screen.findByRole('region', { name: 'Messages' }));
  await list.findByText(/text of one/);
  list.getByText('Ann Lee (ann)');
  list.getByText('A deleted user');
  list.getByText('2 open');
  expect(await findA11yFaults(container)).toEqual([]);
  press('Mark as handled: message of Ann Lee');
  await list.findByText('1 open');
  expect(list.queryByText(/text of one/)).toBeNull();
  fireEvent.click(list.getByText('All'));
  await list.findByText(/by Bob/);
  press('Delete the message of Ann Lee');
  const dialog = within(await screen.findByRole('dialog'));
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(list.queryByText(/text of one/)).toBeNull());
  list.getByText(/text of two/);
});
