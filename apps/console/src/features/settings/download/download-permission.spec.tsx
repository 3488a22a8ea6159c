import { endpoints, type DownloadPermission as Permission } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { DownloadPermission } from './download-permission.js';

const { downloadPermission, users } = endpoints;
const personOf = (id: string) => ({ id, userName: id, realName: null });
const chosenOf = (id: string) => ({ userId: id, userName: id, realName: null });

let api: FakeApi;
let stored: Permission;

beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  stored = {
    allowDownload: true,
    allowDownloadOfNotAllowUsers: [chosenOf('alice')],
    notAllowDownloadOfAllowUser: [],
    users: [],
  };
  api.on(downloadPermission.detail, () => stored);
  api.on(users.listAll, ({ name }) =>
    ['alice', 'bob', 'carol'].filter((id) => id.includes(String(name ?? ''))).map(personOf),
  );
  api.on(downloadPermission.save, null);
  api.on(downloadPermission.allowAll, null);
});

const open = () =>
  renderPage(
    <LiveProvider>
      <DownloadPermission />
    </LiveProvider>,
    '/systemeManagement',
  );
const list = (name: string) => within(screen.getByRole('region', { name }));
const saved = () => api.callsOf(downloadPermission.save).map(({ input }) => input);
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('moves users, searched by the server, and saves those of the state', async () => {
  const { container } = open();
  await screen.findByText('Everyone may download, except the users chosen here.');
  await list('May download').findByText('bob');
  expect(list('May download').queryByText('alice')).toBeNull();
  list('May not download').getByText('alice');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(await findA11yFaults(container)).toEqual([]);
  const search = list('May download').getByRole('textbox', { name: 'Search all users' });
  fireEvent.change(search, { target: { value: 'car' } });
  fireEvent.click(list('May download').getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(list('May download').queryByText('bob')).toBeNull());
  fireEvent.click(await list('May download').findByText('carol'));
  fireEvent.click(list('May download').getByRole('button', { name: /Deny \(1\)/ }));
  await screen.findByText('2 users may not download');
  stored = {
    ...stored,
    allowDownloadOfNotAllowUsers: [chosenOf('alice'), chosenOf('carol')],
  };
  save();
  await screen.findByText('Successfully saved!');
  expect(saved()).toEqual([{ allowDownload: true, userIds: ['alice', 'carol'] }]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true),
  );
});

it('has users of its own for the other state, and demands one', async () => {
  open();
  fireEvent.click(await screen.findByRole('switch', { name: 'Allow downloads' }));
  await screen.findByText('Nobody may download, except the users chosen here.');
  expect(list('May download').queryByText('alice')).toBeNull();
  save();
  await screen.findByText('Please select at least one user');
  expect(saved()).toEqual([]);
  fireEvent.click(await list('May not download').findByText('alice'));
  fireEvent.click(list('May not download').getByRole('button', { name: /Allow \(1\)/ }));
  save();
  await waitFor(() => expect(saved()).toEqual([{ allowDownload: false, userIds: ['alice'] }]));
});

it('goes back to everyone by a call of its own, which is offered where somebody may not', async () => {
  stored = { ...stored, allowDownload: false, notAllowDownloadOfAllowUser: [chosenOf('bob')] };
  open();
  fireEvent.click(await screen.findByRole('switch', { name: 'Allow downloads' }));
  fireEvent.click(screen.getByRole('button', { name: 'Let everyone download' }));
  const dialog = within(await screen.findByRole('dialog'));
  stored = { ...stored, allowDownload: true, allowDownloadOfNotAllowUsers: [] };
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Successfully saved!');
  expect(api.callsOf(downloadPermission.allowAll)).toHaveLength(1);
  expect(saved()).toEqual([]);
  await screen.findByText('0 users may not download');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Let everyone download' })).toBeNull(),
  );
});

it('follows what others save, and asks whose values count where both changed', async () => {
  open();
  await shows('May download', 'bob');
  stored = { ...stored, allowDownloadOfNotAllowUsers: [chosenOf('bob')] };
  await reload();
  await shows('May not download', 'bob');
  fireEvent.click(list('May download').getByText('carol'));
  fireEvent.click(list('May download').getByRole('button', { name: /Deny/ }));
  stored = { ...stored, allowDownload: false, notAllowDownloadOfAllowUser: [chosenOf('alice')] };
  await reload();
  const alert = await screen.findByRole('alert');
  screen.getByText('Everyone may download, except the users chosen here.');
  fireEvent.click(within(alert).getByRole('button'));
  await screen.findByText('1 user may download');
});

async function shows(name: string, user: string): Promise<void> {
  await waitFor(() => list(name).getByText(user));
}

const reload = (): Promise<void> =>
  act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(downloadPermission.detail) }));
