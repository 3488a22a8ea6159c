import {
  defaultFilePermission,
  endpoints,
  type CopyState,
  type ProjectRow,
} from '@clusterdesk/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { entryAt } from '../../../shared/file-browser/testing/fake-space.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { SaveToProject } from './save-to-project.js';

const id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const ann = { id: 'u1', userName: 'ann', realName: 'Ann Lee' };
const project: ProjectRow = {
  id,
  projectName: 'Folding',
  projectDescribe: 'Proteins',
  timeStr: '2026-11-21',
  createTime: '2026-11-21 10:00:00',
  owner: ann,
  admin: ann,
  userInfos: [ann],
  userCount: 1,
  tags: [],
  filePermission: defaultFilePermission,
  role: 'member',
  approversNeeded: 1,
  awaitingMe: 0,
  ownPending: 0,
  usedBytes: null,
  lastChange: null,
  restorableUntil: null,
};
const copying: CopyState = {
  copyId: 'c1',
  kind: 'copy',
  placedPath: null,
  sha256: null,
  state: 'waiting',
  from: { space: 'disk' },
  to: { space: 'project', spaceId: id },
  dir: '/data',
  name: 'a.txt',
  entries: 1,
  doneBytes: 0,
  totalBytes: 0,
  doneFiles: 0,
  totalFiles: 0,
  message: '',
};

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.on(endpoints.projects.list, ({ projectName }) => {
    const data = [project].filter((row) => row.projectName.includes(String(projectName ?? '')));
    return { data, total: data.length };
  });
  api.on(endpoints.projectFiles.list, ({ path }) => [
    {
      ...entryAt(path === '/' ? '/data/' : '/data/a.txt'),
      rights: { view: true, edit: true, download: true },
      putBy: null,
    },
  ]);
});

it('asks for a project, a folder of it and a taken name, then shows how far it is', async () => {
  api.on(endpoints.disk.checkSameName, ({ fileName }) => ({
    sameName: fileName === 'a.txt',
    newName: 'a (1).txt',
  }));
  api.on(endpoints.projectFiles.saveFromDisk, copying);
  const onBegun = jest.fn();
  const { user } = renderPage(
    <LiveProvider>
      <SaveToProject items={[entryAt('/a.txt'), entryAt('/b.txt')]} onBegun={onBegun} />
    </LiveProvider>,
  );
  const projects = await screen.findByRole('dialog', { name: 'Save 2 items to a project' });
  const next = within(projects).getByRole('button', { name: 'Choose folder' });
  expect(next).toHaveProperty('disabled', true);
  await within(projects).findByText('Proteins');
  await user.click(await within(projects).findByRole('radio', { name: 'Folding' }));
  await user.click(next);
  const folders = await screen.findByRole('dialog', { name: 'Save 2 items to' });
  await user.click(await within(folders).findByRole('button', { name: 'data' }));
  await user.click(within(folders).getByRole('button', { name: 'Save here' }));
  await user.click(await screen.findByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(onBegun).toHaveBeenCalledTimes(2));
  const sent = api.callsOf(endpoints.projectFiles.saveFromDisk).map(({ input }) => input);
  expect(sent).toEqual([
    { projectId: id, paths: ['/b.txt'], dir: '/data', operation: '0', async: true },
    { projectId: id, paths: ['/a.txt'], dir: '/data', operation: '2', async: true },
  ]);
});

it('is over when no project is chosen', async () => {
  const { user } = renderPage(
    <LiveProvider>
      <SaveToProject items={[entryAt('/a.txt')]} onBegun={jest.fn()} />
    </LiveProvider>,
  );
  const projects = await screen.findByRole('dialog', { name: 'Save 1 item to a project' });
  await user.click(within(projects).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(endpoints.projectFiles.saveFromDisk)).toEqual([]);
});
