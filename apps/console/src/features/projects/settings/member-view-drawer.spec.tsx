import { endpoints, type MemberView, type ProjectItem } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { entryAt } from '../../../shared/file-browser/testing/fake-space.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { memberOf } from '../spec-projects.js';
import { MemberViewDrawer } from './member-view-drawer.js';

const { asMember } = endpoints.projectFiles;
let api: FakeApi;
let folders: Record<string, MemberView>;
let closed: number;

const itemAt = (path: string, rights: Partial<ProjectItem['rights']> = {}): ProjectItem => ({
  ...entryAt(path),
  rights: { view: true, edit: false, download: false, ...rights },
  putBy: null,
});
const folderOf = (entries: ProjectItem[], more: Partial<MemberView> = {}): MemberView => ({
  entries,
  total: entries.length,
  rights: { view: true, edit: false, download: false },
  canAdd: true,
  canDownload: true,
  ...more,
});

beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  closed = 0;
  folders = {
    '/': folderOf([itemAt('/data/', { edit: true, download: true }), itemAt('/top.txt')]),
    '/data': folderOf([itemAt('/data/plan.txt', { download: true })], { canAdd: false }),
  };
  api = new FakeApi();
  api.on(endpoints.projects.users, { data: [memberOf(2, 'member', 'Li Lei')], total: 1 });
  api.on(asMember, ({ path }) => folders[String(path)] ?? folderOf([]));
});

async function show(firstDir = '/'): Promise<RenderedPage> {
  const page = renderPage(
    <MemberViewDrawer projectId="p1" firstDir={firstDir} onClose={() => (closed += 1)} />,
  );
  await page.user.click(await screen.findByRole('combobox', { name: 'Choose a member' }));
  await page.user.click(await screen.findByText('Li Lei (user2)'));
  return page;
}
const rowOf = async (name: string): Promise<string | undefined> =>
  (await screen.findByText(name)).closest('tr')?.textContent;

it('shows what the member sees and may do, and leads into folders and out again', async () => {
  const { user } = await show();
  await screen.findByText('Seen as Li Lei (user2)');
  expect(await rowOf('data')).toMatch(/View, Edit.*Direct download$/);
  expect(await rowOf('top.txt')).toMatch(/View$/);
  screen.getByText('The member can add files to this folder.');
  expect(await findA11yFaults(document.body)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'data' }));
  expect(await rowOf('plan.txt')).toMatch(/View.*Direct download$/);
  screen.getByText('The member cannot add files to this folder.');
  expect(api.callsOf(asMember).map(({ input }) => input)).toEqual(
    ['/', '/data'].map((path) => ({
      projectId: 'p1',
      userId: '2',
      path,
      pageNum: 0,
      pageSize: 20,
    })),
  );
  await user.click(screen.getByRole('button', { name: 'Project files' }));
  await screen.findByText('top.txt');
  await user.click(screen.getByRole('button', { name: 'Choose another member' }));
  expect(screen.queryByText('top.txt')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed).toBe(1);
});

it('says that the member does not see the folder, or downloads nothing at all', async () => {
  folders['/data'] = folderOf([], {
    rights: { view: false, edit: false, download: false },
    canAdd: false,
  });
  const { user } = await show('/data');
  await screen.findByText('The member does not see this folder');
  folders['/'] = folderOf([itemAt('/top.txt', { download: true })], { canDownload: false });
  await user.click(screen.getByRole('button', { name: 'Project files' }));
  await screen.findByText('Downloads are switched off for this member.');
  expect(await rowOf('top.txt')).toMatch(/View$/);
});

it('says why it cannot be shown', async () => {
  api.on(asMember, () => {
    throw new Refusal(409, 'PROJECT_MEMBER_KEPT_OUT', 'This member cannot sign in at present');
  });
  await show();
  await waitFor(() => screen.getByText('This member cannot sign in at present'));
});
