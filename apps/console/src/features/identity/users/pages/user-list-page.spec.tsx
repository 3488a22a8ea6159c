import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../../shared/testing/render-page.js';
import { UserListPage } from './user-list-page.js';

const userOf = (id: string, userName: string): UserRow => ({
  id,
  userName,
  realName: null,
  mobile: null,
  email: null,
  companyName: null,
  companyAddress: null,
  roleList: [],
  enable: 1,
  effectiveDate: null,
  expiredDate: null,
  createTime: '2026-01-01 00:00:00',
  lastSignInTime: null,
  mustChangePassword: false,
});

let api: FakeApi;
let users: UserRow[];
beforeEach(() => {
  localStorage.setItem('userId', '1');
  users = [userOf('1', 'admin'), userOf('2', 'hanmei')];
  api = new FakeApi();
  api.on(endpoints.users.list, () => ({ data: users, total: users.length }));
  api.on(endpoints.roles.list, []);
  api.on(endpoints.users.remove, ({ id }) => {
    users = users.filter((user) => user.id !== id);
    return null;
  });
});

async function openMenu(userName: string): Promise<RenderedPage> {
  const page = renderPage(
    <LiveProvider>
      <UserListPage />
    </LiveProvider>,
    '/userList',
  );
  await page.user.click(await screen.findByRole('button', { name: `More actions: ${userName}` }));
  return page;
}
const item = (name: string): Promise<HTMLElement> => screen.findByRole('menuitem', { name });

it('lets nobody suspend or delete oneself', async () => {
  await openMenu('admin');
  for (const name of ['Suspend', 'Delete']) {
    expect((await item(name)).getAttribute('aria-disabled')).toBe('true');
  }
});

it('deletes a user when one is sure', async () => {
  const { user } = await openMenu('hanmei');
  await user.click(await item('Delete'));
  const question = await screen.findByRole('dialog');
  expect(api.callsOf(endpoints.users.remove)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('hanmei')).toBeNull());
  expect(api.callsOf(endpoints.users.remove).map(({ input }) => input)).toEqual([{ id: '2' }]);
});
