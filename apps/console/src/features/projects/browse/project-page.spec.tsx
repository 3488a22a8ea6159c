import {
  defaultFilePermission,
  endpoints,
  type ApplicationRow,
  type CallerDetail,
  type CopyState,
  type EntryRights,
  type ProjectItem,
  type ProjectRow,
} from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { entryAt, FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import type { ProjectPageOptions } from './project-browser.js';
import { ProjectPage } from './project-page.js';

const id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const ref = { space: 'project' as const, spaceId: id };
const ann = { id: 'u1', userName: 'ann', realName: 'Ann Lee' };
const bob = { id: 'u2', userName: 'bob', realName: 'Bob Ray' };
const copying: CopyState = {
  copyId: 'c1',
  kind: 'copy',
  placedPath: null,
  sha256: null,
  state: 'waiting',
  from: { space: 'disk' },
  to: ref,
  dir: '/',
  name: 'work',
  entries: 1,
  doneBytes: 0,
  totalBytes: 0,
  doneFiles: 0,
  totalFiles: 0,
  message: '',
};

const projectOf = (role: ProjectRow['role']): ProjectRow => ({
  id,
  projectName: 'Folding',
  projectDescribe: '',
  timeStr: '2026-11-21',
  createTime: '2026-11-21 10:00:00',
  owner: ann,
  admin: ann,
  userInfos: [ann, bob],
  userCount: 2,
  tags: [],
  filePermission: defaultFilePermission,
  role,
  approversNeeded: 1,
  awaitingMe: 0,
  ownPending: 0,
  usedBytes: null,
  lastChange: null,
  restorableUntil: null,
});

const itemAt = (path: string, isOpen: boolean): ProjectItem => ({
  ...entryAt(path),
  rights: { view: true, edit: isOpen, download: isOpen },
  putBy: path === '/mine.txt' ? bob : null,
});

const rightsAt = (path: string, isOpen: boolean): EntryRights => ({
  path,
  rights: { view: true, edit: isOpen, download: isOpen },
  canAdd: true,
  decidedAs: isOpen ? 'user' : 'group',
  permission: {
    ...defaultFilePermission,
    source: { path: '/', user: ann, time: '2026-11-22 09:30:00' },
  },
  admin: ann,
});

/** What bob has applied for, which waits or can be taken. */
const applicationOf = (canDownload: boolean): ApplicationRow => ({
  id: 'a1',
  status: canDownload ? 1 : 0,
  ending: null,
  applyUser: bob,
  project: { id, projectName: 'Folding' },
  path: '["/plan.txt"]',
  paths: ['/plan.txt'],
  entries: 1,
  files: 1,
  bytes: 1,
  createTime: '2026-11-22 10:00:00',
  reason: '',
  votes: [],
  approversNeeded: 1,
  approversSoFar: 0,
  approvalDays: 7,
  endTime: null,
  usedTime: null,
  isAdmin: false,
  canDecide: false,
  canDownload,
});

let api: FakeApi;
let project: ProjectRow | null;

beforeEach(() => {
  giveMenus('/managementProject?type=1', '/joinProject?type=2');
  api = new FakeApi();
  project = projectOf('member');
  api.on(endpoints.account.detail, {} as CallerDetail);
  api.on(endpoints.favourites.paths, []);
  api.on(endpoints.projects.detail, () => {
    if (!project) {
      throw new Refusal(404, 'PROJECT_NOT_FOUND', 'There is no such project.');
    }
    return project;
  });
  const isManager = (): boolean => project?.role !== 'member';
  api.on(endpoints.projectFiles.list, () => [
    itemAt('/data/', isManager()),
    itemAt('/mine.txt', true),
    itemAt('/plan.txt', isManager()),
  ]);
  api.on(endpoints.projectFiles.summary, { total: 3, folders: 1, hidden: 0 });
  api.on(endpoints.projectFiles.rights, ({ path }) => rightsAt(String(path), path === '/mine.txt'));
  api.on(endpoints.approvals.list, { data: [], total: 0 });
  api.on(endpoints.projectFiles.usage, {
    quotaBytes: 2048,
    usedBytes: 1024,
    trashBytes: 0,
    versionBytes: 0,
    freeBytes: 1024,
  });
});

interface Opened extends RenderedPage {
  options: ProjectPageOptions;
}

function open(
  page = '/joinProjectDetail',
  given: Partial<ProjectPageOptions> = {},
  dir = '/',
): Opened {
  const disk = new FakeSpace(['/work/', '/notes.txt'], {
    ref: { space: 'disk' },
    rootLabel: () => 'My files',
  });
  const options: ProjectPageOptions = {
    canDownload: true,
    disk: disk.space,
    onUpload: jest.fn(),
    onDownload: jest.fn(),
    onCopy: jest.fn(() => Promise.resolve('c2')),
    onOpenFile: jest.fn(),
    onCopyBegun: jest.fn(),
    ...given,
  };
  const rendered = renderPage(
    <LiveProvider>
      <ProjectPage {...options} />
    </LiveProvider>,
    `${page}?id=${id}&dir=${dir}`,
  );
  return { ...rendered, options };
}

const row = (name: string): Promise<HTMLElement> => screen.findByText(name);
const offered = (name: string): boolean => screen.queryByRole('button', { name }) !== null;

describe('the files of a project', () => {
  it('offer a member what the rights of an entry allow, and say why no more', async () => {
    const { user, container } = open();
    await user.click(await row('plan.txt'));
    await screen.findByText(/a download needs approval/);
    await screen.findByText(/Not allowed for “Members”: Edit, Direct download/);
    screen.getByText(/Ann Lee\./);
    expect(['Download', 'Rename', 'Delete', 'Move to', 'Permissions'].filter(offered)).toEqual([]);
    expect(await findA11yFaults(container)).toEqual([]);
    await user.click(await row('mine.txt'));
    await screen.findByText(/You uploaded it/);
    expect(['Download', 'Rename', 'Delete'].filter(offered)).toEqual([
      'Download',
      'Rename',
      'Delete',
    ]);
  });

  it('of a folder that is refused are none, and nothing is offered to be added', async () => {
    const refuse = (): never => {
      throw new Refusal(403, 'PROJECT_NOT_SEEN', 'Ask its administrator, Ann Lee.');
    };
    api.on(endpoints.projectFiles.list, refuse);
    api.on(endpoints.projectFiles.summary, refuse);
    api.on(endpoints.projectFiles.rights, refuse);
    const { user, router } = open('/joinProjectDetail', {}, '/secret');
    const alert = await screen.findByRole('alert');
    within(alert).getByText("You don't have access to this folder");
    within(alert).getByText('Ask its administrator, Ann Lee.');
    await waitFor(() => expect(['Upload', 'New folder'].filter(offered)).toEqual([]));
    await user.click(within(alert).getByRole('button', { name: 'Up one level' }));
    expect(router.state.location.search).toBe(`?id=${id}`);
  });

  it('are shown no longer, nor anything offered, once their folder is hidden', async () => {
    open('/joinProjectDetail', {}, '/data');
    await row('plan.txt');
    screen.getByText('3 items');
    await waitFor(() => expect(offered('Upload')).toBe(true));
    const refuse = (): never => {
      throw new Refusal(403, 'PROJECT_VIEW_OFF', 'Ask its administrator, Ann Lee.');
    };
    api.on(endpoints.projectFiles.list, refuse);
    api.on(endpoints.projectFiles.rights, refuse);
    await act(() => queryClient.invalidateQueries());
    await screen.findByText("You don't have access to this folder");
    expect(screen.queryByText(/plan\.txt|\d items?$/)).toBeNull();
    await waitFor(() => expect(['Upload', 'New folder'].filter(offered)).toEqual([]));
    expect(screen.queryByText('You can add to this folder.')).toBeNull();
  });

  it('are found no longer, once their folder is hidden', async () => {
    api.on(endpoints.projectFiles.search, {
      path: '/data',
      entries: [itemAt('/data/plan.txt', false)],
      searchedFolders: 1,
      cutBy: null,
    });
    const { container } = open('/joinProjectDetail', {}, '/data&key=plan');
    await waitFor(() => expect(container.textContent).toContain('plan.txt'));
    api.on(endpoints.projectFiles.search, () => {
      throw new Refusal(403, 'PROJECT_VIEW_OFF', 'Ask its administrator, Ann Lee.');
    });
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('Ask its administrator, Ann Lee.');
    expect(container.textContent).not.toContain('plan.txt');
  });

  it('say in their details who uploaded them', async () => {
    const { user } = open();
    await user.click(await row('mine.txt'));
    await user.keyboard('{Control>}i{/Control}');
    const details = within(await screen.findByRole('complementary', { name: 'Details' }));
    const name = await details.findByText('Uploader');
    expect(name.nextSibling?.textContent).toBe('Bob Ray');
    details.getByText('SHA-256');
    await user.click(await row('plan.txt'));
    await waitFor(() => expect(details.queryByText('Uploader')).toBeNull());
    // What may not be taken is not read for a checksum either.
    expect(details.queryByText('SHA-256')).toBeNull();
    await user.click(details.getByRole('button', { name: 'Close details' }));
  });

  it('are applied for with a reason, from the button as by opening', async () => {
    api.on(endpoints.approvals.add, () => {
      throw new Refusal(409, 'APPROVAL_PENDING', 'You have applied for this already.');
    });
    const { user, options } = open();
    await user.dblClick(await row('plan.txt'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply to download 1 item' });
    expect(options.onOpenFile).not.toHaveBeenCalled();
    await user.type(within(dialog).getByRole('textbox'), 'for the paper');
    await user.click(within(dialog).getByRole('button', { name: 'Send application' }));
    await within(dialog).findByText('You have applied for this already.');
    expect(api.callsOf(endpoints.approvals.add)[0]?.input).toEqual({
      project: { id },
      paths: ['/plan.txt'],
      reason: 'for the paper',
    });
  });

  it.each([
    [false, /waiting for approval/, 'View application'],
    [true, /was approved/, 'Go to download'],
  ])(
    'say that they were applied for, and lead there: approved %j',
    async (canDownload, text, link) => {
      giveMenus('/joinProject?type=2', '/aduitProject');
      api.on(endpoints.approvals.list, { data: [applicationOf(canDownload)], total: 1 });
      const { user } = open();
      await user.click(await row('plan.txt'));
      const note = within((await screen.findByText(text)).closest('[role=status]') as HTMLElement);
      const way = note.getByRole('link', { name: link });
      expect(way.getAttribute('href')).toBe('/aduitProject?apply=a1');
      expect(note.queryByRole('button')).toBeNull();
      await user.click(await row('data'));
      await screen.findByText(/“data”/);
      await screen.findByRole('status');
      expect(screen.queryByText(text)).toBeNull();
    },
  );

  it('offer neither download nor application where the platform allows no downloads', async () => {
    const { user } = open('/joinProjectDetail', { canDownload: false });
    await user.click(await row('plan.txt'));
    await screen.findByText(/Downloads are off for your account/);
    expect(['Download', 'Apply for download'].filter(offered)).toEqual([]);
  });

  it('are computed on where they are, by who has jobs, where a download is refused', async () => {
    giveMenus('/joinProject?type=2', '/taskManangement');
    const { user, router } = open();
    await user.click(await row('mine.txt'));
    expect(await screen.findByText(/You uploaded it/)).toBeTruthy();
    expect(screen.queryByText('Use it here instead')).toBeNull();
    await user.click(await row('plan.txt'));
    const link = await screen.findByRole('link', { name: 'Use it here instead' });
    const address =
      `/editTask?space=project&spaceId=${id}&workDir=%2F&input=%2Fplan.txt&sealed=1` as const;
    expect(link.getAttribute('href')).toBe(address);
    await user.dblClick(await row('plan.txt'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply to download 1 item' });
    const inDialog = within(dialog).getByRole('link', { name: 'Use it here instead' });
    expect(inDialog.getAttribute('href')).toBe(address);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Use it here instead' }));
    expect(router.state.location.search).toBe(address.slice('/editTask'.length));
  });

  it('take in what is chosen of the own disk', async () => {
    api.on(endpoints.projectFiles.importFromDisk, copying);
    api.on(endpoints.disk.checkSameName, { sameName: false, newName: 'work' });
    const { user, options } = open();
    await row('plan.txt');
    await user.click(screen.getByRole('button', { name: 'Import from My files' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Import from My files into this folder',
    });
    await user.click(await within(dialog).findByRole('button', { name: /work/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Import this folder' }));
    await waitFor(() => expect(options.onCopyBegun).toHaveBeenCalledWith(copying));
    expect(api.callsOf(endpoints.projectFiles.importFromDisk)[0]?.input).toMatchObject({
      projectId: id,
      fileList: ['/work'],
      toPath: '/',
      operation: '0',
    });
  });

  it('offer everything to who manages the project, whose entrance is another', async () => {
    project = projectOf('admin');
    const { user, options } = open('/managementProjectDetail');
    await row('plan.txt');
    expect(['Members', 'Settings', 'Trash'].filter(offered)).toHaveLength(3);
    await user.dblClick(await row('plan.txt'));
    expect(options.onOpenFile).toHaveBeenCalledTimes(1);
    expect(['Download', 'Rename', 'Permissions'].filter(offered)).toHaveLength(3);
    expect(api.callsOf(endpoints.projectFiles.rights)).toEqual([]);
  });

  it('lead a member who came by the entrance of managers to his own', async () => {
    const { router } = open('/managementProjectDetail');
    await waitFor(() => expect(router.state.location.pathname).toBe('/joinProjectDetail'));
  });

  it.each([
    [['/managementProject', '/joinProject'], 'Projects I joined', '/joinProject?type=2'],
    [['/managementProject'], 'Projects I manage', '/managementProject?type=1'],
    [['/joinProject'], 'Projects I joined', '/joinProject?type=2'],
    [[], 'Workbench', '/workPlat'],
  ])('lead back to the list that a member may open: of %j, %s', async (menus, name, path) => {
    giveMenus(...menus);
    open();
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
  });

  it('lead an administrator without its menu to the list of joined projects', async () => {
    giveMenus('/joinProject');
    project = projectOf('admin');
    open('/managementProjectDetail');
    const link = await screen.findByRole('link', { name: 'Projects I joined' });
    expect(link.getAttribute('href')).toBe('/joinProject?type=2');
  });

  it.each([
    [1900, 148, 'Nearly full'],
    [2048, 0, 'Full'],
  ])(
    'say that the project is nearly full: %d of 2048 bytes',
    async (usedBytes, freeBytes, word) => {
      api.on(endpoints.projectFiles.usage, {
        quotaBytes: 2048,
        usedBytes,
        trashBytes: 0,
        versionBytes: 0,
        freeBytes,
      });
      open();
      await screen.findByText(word);
    },
  );

  it('say nothing of the kind while there is room', async () => {
    open();
    await screen.findByRole('progressbar', { name: /of 2.00 KB used/ });
    expect(screen.queryByText(/full/i)).toBeNull();
  });

  it('are gone when the project is, and the page says so', async () => {
    open();
    await row('plan.txt');
    project = null;
    await queryClient.invalidateQueries({
      queryKey: queryKeyOf(endpoints.projects.detail, { id }),
    });
    await screen.findByRole('heading', { name: 'The project is no longer available' });
    const link = screen.getByRole('link', { name: 'Go to projects' });
    expect(link.getAttribute('href')).toBe('/joinProject?type=2');
  });
});
