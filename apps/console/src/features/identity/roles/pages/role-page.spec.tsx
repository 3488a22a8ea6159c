import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { RolePage } from './role-page.js';

const role: RoleRow = {
  id: '2',
  roleName: 'Auditors',
  description: '',
  isSystemAdministrator: false,
  builtIn: null,
  userInfos: [],
  userCount: 1,
  menuList: [],
};

it('says how many users lose a role now, not when the list was drawn', async () => {
  let userCount = 1;
  const api = new FakeApi();
  api.on(endpoints.roles.list, () => [
    { ...role, userCount },
    { ...role, id: '3', roleName: 'Guests', userCount: 0 },
  ]);
  api.on(endpoints.roles.listUsers, { data: [], total: 0 });
  api.on(endpoints.roles.remove, null);
  const { user } = renderPage(
    <LiveProvider>
      <RolePage />
    </LiveProvider>,
  );
  const remove = await screen.findByRole('button', { name: 'Delete the role “Auditors”' });
  userCount = 7;
  await user.click(remove);
  await screen.findByText(/^7 users lose this role/);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.callsOf(endpoints.roles.remove)).toHaveLength(1));
});
