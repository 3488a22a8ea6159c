import { endpoints, type CallerDetail } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { entryAt } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { ProjectPage } from '../browse/project-page.js';
import { projectOf } from '../spec-projects.js';
import { EntryComments } from './entry-comments.js';

const { comments, commentedEntry, list, summary, rights, usage } = endpoints.projectFiles;
let api: FakeApi;
/** Where the entry is now. */
let path: string;

beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  giveMenus('/managementProject?type=1', '/joinProject?type=2');
  path = '/data/now.txt';
  api = new FakeApi();
  api.on(endpoints.account.detail, {} as CallerDetail);
  api.on(endpoints.favourites.paths, []);
  api.on(endpoints.projects.detail, projectOf('p1'));
  api.on(list, () => [
    { ...entryAt(path), rights: { view: true, edit: true, download: true }, putBy: null },
  ]);
  api.on(summary, { total: 1, folders: 0, hidden: 0 });
  api.on(usage, { quotaBytes: null, usedBytes: 0, trashBytes: 0, versionBytes: 0, freeBytes: 1 });
  api.on(rights, () => {
    throw new Refusal(403, 'NOT_ASKED', 'Managers need not ask.');
  });
  api.on(comments, { data: [], total: 0, entryId: '7' });
  api.on(commentedEntry, () => ({ path }));
});

const nothing = (): void => undefined;
const open = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <ProjectPage
        canDownload
        disk={null}
        onUpload={nothing}
        onDownload={nothing}
        onCopy={() => Promise.resolve('c1')}
        onOpenFile={nothing}
        onCopyBegun={nothing}
        Beside={EntryComments}
      />
    </LiveProvider>,
    '/managementProjectDetail?id=p1&comments=7',
  );

it('leads to where the entry is now, with its details open and the focus at the comments', async () => {
  const { router } = open();
  const details = await screen.findByRole('complementary', { name: 'Details' });
  const head = await within(details).findByRole('heading', { name: 'Comments' });
  await waitFor(() => expect(document.activeElement).toBe(head));
  expect(api.callsOf(commentedEntry)[0]?.input).toEqual({ projectId: 'p1', entryId: '7' });
  expect(api.callsOf(comments)[0]?.input).toMatchObject({ projectId: 'p1', path });
  expect(router.state.location.search).toBe('?id=p1&dir=%2Fdata&show=%2Fdata%2Fnow.txt');
  // Who comes by the same way once more, after another move, is not led to where it was.
  path = '/other/place.txt';
  await router.navigate('/managementProjectDetail?id=p1&comments=7');
  await waitFor(() =>
    expect(router.state.location.search).toBe('?id=p1&dir=%2Fother&show=%2Fother%2Fplace.txt'),
  );
});

it('says so where the entry is gone or not to be viewed, and leads to the project', async () => {
  api.on(commentedEntry, () => {
    throw new Refusal(404, 'COMMENT_ENTRY_GONE', 'It was deleted, or you may not view it.');
  });
  const { container } = open();
  await screen.findByText('It was deleted, or you may not view it.');
  const link = screen.getByRole('link', { name: 'Back to the project' });
  expect(link.getAttribute('href')).toBe('/joinProjectDetail?id=p1');
  expect(api.callsOf(list)).toEqual([]);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('can be tried again where nobody could say', async () => {
  api.on(commentedEntry, () => {
    throw new Refusal(500, 'INTERNAL', 'Something went wrong.');
  });
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.on(commentedEntry, () => ({ path }));
  await user.click(again);
  await screen.findByRole('heading', { name: 'Comments' });
});
