import { endpoints, type RoleRow, type UserOption } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { RoleUsers } from './role-users.js';

const role: RoleRow = {
  id: '2',
  roleName: 'Auditors',
  description: '',
  isSystemAdministrator: false,
  builtIn: null,
  userInfos: [],
  userCount: 2,
  menuList: [],
};
const option = (id: string): UserOption => ({ id, userName: `user-${id}`, realName: null });
const idsOf = ({ userIds }: Record<string, unknown>): string[] => String(userIds).split(',');

/** A platform where a role has users; a colleague works there too. */
class FakeRole extends FakeApi {
  readonly members = new Set(['a', 'b']);

  constructor() {
    super();
    this.on(endpoints.roles.listUsers, () => ({
      data: [...this.members].map(option),
      total: this.members.size,
    }));
    this.on(endpoints.users.listAll, [option('c'), option('d')]);
    this.on(endpoints.roles.addUsers, (input) => {
      idsOf(input).forEach((id) => this.members.add(id));
      return null;
    });
    this.on(endpoints.roles.removeUsers, (input) => {
      idsOf(input).forEach((id) => this.members.delete(id));
      return null;
    });
  }
}

it('keeps what a colleague changed since the list was drawn, and shows it', async () => {
  const api = new FakeRole();
  const { user } = renderPage(<RoleUsers role={role} />);
  await screen.findByText('user-a');
  // Meanwhile somebody else takes one out, and puts another in.
  api.members.delete('a');
  api.members.add('d');
  await user.click(screen.getByRole('button', { name: 'Add users' }));
  const picker = await screen.findByRole('dialog');
  await user.click(await within(picker).findByText('user-c'));
  await user.click(within(picker).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('user-d');
  expect([...api.members]).toEqual(['b', 'd', 'c']);

  await user.click(screen.getByText('user-b'));
  await user.click(screen.getByRole('button', { name: 'Remove users' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
  );
  await waitFor(() => expect([...api.members]).toEqual(['d', 'c']));
  expect(api.callsOf(endpoints.roles.setUsers)).toEqual([]);
});
