import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { specUser as user } from '../spec-user.js';
import { UserRolePage } from './user-role-page.js';

const role = (id: string): RoleRow => ({
  id,
  roleName: `Role ${id}`,
  description: '',
  isSystemAdministrator: false,
  builtIn: null,
  userInfos: [],
  userCount: 0,
  menuList: [],
});

it('says which roles it showed, so that the server makes the difference only', async () => {
  const api = new FakeApi();
  api.on(endpoints.roles.list, [role('1'), role('2')]);
  api.on(endpoints.users.get, user);
  api.on(endpoints.users.setRoles, null);
  const page = renderPage(
    <LiveProvider>
      <UserRolePage />
    </LiveProvider>,
    '/page?id=7&roleIds=1',
  );
  await screen.findByTitle('Role 1');
  await page.user.click(screen.getByRole('combobox'));
  await page.user.click(await screen.findByTitle('Role 2'));
  // The list that comes anew with a colleague's change does not change what was shown.
  api.on(endpoints.users.get, { ...user, roleList: [] });
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(endpoints.users.setRoles)).toHaveLength(1));
  expect(api.callsOf(endpoints.users.setRoles)[0]?.input).toEqual({
    userId: '7',
    roleIds: '1,2',
    shownRoleIds: ['1'],
  });
});
