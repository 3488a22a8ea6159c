import { defaultFilePermission, endpoints, type EffectivePermission } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { filePermissionOf } from '../api/project-queries.js';
import { memberOf, personOf, projectOf } from '../spec-projects.js';
import { EntryPermissionsPage } from './entry-permissions-page.js';

const { getPermission, setPermission } = endpoints.projectFiles;
let api: FakeApi;
let permission: EffectivePermission;

const savedAt = (path: string): EffectivePermission => ({
  ...defaultFilePermission,
  source: { path, user: personOf(2, 'Li Lei'), time: '2026-11-22 05:00:00' },
});

beforeEach(() => {
  permission = savedAt('/data');
  api = new FakeApi();
  api.on(getPermission, () => permission);
  api.on(setPermission, () => permission);
  api.on(endpoints.projects.detail, projectOf('p1'));
});

const show = (url = '/authoritySettings?id=p1&file=%2Fdata%2Fa.csv'): RenderedPage =>
  renderPage(<EntryPermissionsPage />, url);
const addressOf = ({ router }: RenderedPage): string =>
  router.state.location.pathname + router.state.location.search;

it('saves the nine switches of an entry and leads to its folder', async () => {
  const page = show();
  await screen.findByText('Permissions of “data/a.csv”');
  expect(screen.getAllByRole('switch')).toHaveLength(9);
  expect(await findA11yFaults(page.container)).toEqual([]);
  await page.user.click(screen.getByRole('switch', { name: 'Members Edit' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(addressOf(page)).toBe('/managementProjectDetail?id=p1&dir=%2Fdata'));
  expect(api.callsOf(setPermission).map(({ input }) => input)).toEqual([
    {
      projectId: 'p1',
      file: '/data/a.csv',
      permissionChanges: { groupEdit: true },
    },
  ]);
});

it('begins with what holds now, whatever was looked at before', async () => {
  const { queryKey } = filePermissionOf('p1', '/data/a.csv');
  queryClient.setQueryData(queryKey, { ...permission, groupEdit: true, groupView: true });
  permission = { ...permission, groupEdit: false, groupView: false };
  show();
  const isOn = (name: string): string | null =>
    screen.getByRole('switch', { name }).getAttribute('aria-checked');
  await screen.findByText('Permissions of “data/a.csv”');
  expect(['Members Edit', 'Members View'].map(isOn)).toEqual(['false', 'false']);
});

it('takes over what a colleague closes meanwhile, says so, and does not open it again', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('switch', { name: 'Members Edit' }));
  permission = { ...permission, groupView: false };
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(getPermission) }));
  await screen.findByText('Changed by somebody else meanwhile');
  const isOn = (name: string): string | null =>
    screen.getByRole('switch', { name }).getAttribute('aria-checked');
  expect(['Members View', 'Members Edit'].map(isOn)).toEqual(['false', 'true']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(setPermission)).toHaveLength(1));
  expect(api.callsOf(setPermission)[0]?.input['permissionChanges']).toEqual({ groupEdit: true });
});

it('lets an administrator whom another’s yes binds only take downloads away', async () => {
  api.on(endpoints.projects.detail, projectOf('p1', { role: 'admin', approversNeeded: 2 }));
  show();
  await screen.findByText(/Only the owner can let more people download/);
  const isOff = (name: string): boolean =>
    (screen.getByRole('switch', { name }) as HTMLButtonElement).disabled;
  expect(['Members Direct download', 'Members Edit'].map(isOff)).toEqual([true, false]);
});

it.each([
  ['/data', /Permissions of “\/data” apply, set by Li Lei/],
  ['/', /Permissions of the project apply, set by Li Lei/],
  ['/data/a.csv', /Set for this item by Li Lei/],
])('says whence they are: %s', async (path, sentence) => {
  permission = savedAt(path);
  show();
  await screen.findByText(sentence);
  expect(screen.queryByRole('button', { name: 'Inherit from above' }) !== null).toBe(
    path === '/data/a.csv',
  );
});

it('says that nothing was saved, or by somebody who is gone', async () => {
  permission = { ...defaultFilePermission, source: null };
  show();
  await screen.findByText('Default permissions apply');
});

it('gives up those of the entry', async () => {
  permission = savedAt('/data/a.csv');
  const page = show();
  await page.user.click(await screen.findByRole('button', { name: 'Inherit from above' }));
  await waitFor(() => expect(addressOf(page)).toBe('/managementProjectDetail?id=p1&dir=%2Fdata'));
  expect(api.callsOf(setPermission)[0]?.input).toEqual({
    projectId: 'p1',
    file: '/data/a.csv',
    filePermission: null,
  });
});

it('says why they cannot be had, or saved', async () => {
  api.on(setPermission, () => {
    throw new Refusal(404, 'FILE_NOT_FOUND', 'There is no such file any more');
  });
  const page = show();
  await page.user.click(await screen.findByRole('switch', { name: 'Members Edit' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('There is no such file any more');
  expect(addressOf(page)).toMatch(/^\/authoritySettings/);
});

it('is for who manages the project', async () => {
  api.on(getPermission, () => {
    throw new Refusal(403, 'PROJECT_MANAGERS_ONLY', 'Ask Li Lei.');
  });
  show();
  await screen.findByText('Ask Li Lei.');
});

it.each([
  ['FILE_NOT_FOUND', 'This page cannot be opened', 'Back to the project'],
  ['PROJECT_NOT_FOUND', 'The project is no longer available', 'Go to projects'],
])('leads on from what is gone: %s', async (code, title, way) => {
  api.on(getPermission, () => {
    throw new Refusal(404, code, 'It is gone.');
  });
  show();
  await screen.findByRole('heading', { name: title });
  screen.getByRole('link', { name: way });
});

it('lets one look as a member, beginning where the entry is', async () => {
  const { asMember } = endpoints.projectFiles;
  api.on(endpoints.projects.users, { data: [memberOf(2, 'member', 'Li Lei')], total: 1 });
  api.on(asMember, {
    entries: [],
    total: 0,
    rights: { view: false, edit: false, download: false },
    canAdd: false,
    canDownload: true,
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'See as a member' }));
  await user.click(await screen.findByRole('combobox', { name: 'Choose a member' }));
  await user.click(await screen.findByText('Li Lei (user2)'));
  await screen.findByText('The member does not see this folder');
  expect(api.callsOf(asMember)[0]?.input).toMatchObject({ userId: '2', path: '/data' });
});
