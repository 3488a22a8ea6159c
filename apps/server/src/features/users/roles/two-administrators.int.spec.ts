import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser } from '@clusterdesk/tests/server/test-users.js';

const { menus, roles, users } = endpoints;
let server: TestServer;
/** The same rights twice: two people, or one with two windows. */
let one: ApiClient;
let other: ApiClient;

const addRole = async (roleName: string): Promise<string> =>
  (await one.expectOk(roles.add, { roleName })).result.id;
const addUser = async (name: string): Promise<string> => (await createUser(server, name, [])).id;
const rolesOf = async (id: string): Promise<string[]> =>
  (await one.expectOk(users.get, { id })).result.roleList.map((role) => role.id).sort();
const usersIn = async (roleId: string): Promise<string[]> =>
  (await one.expectOk(roles.listUsers, { roleId })).result.data.map((user) => user.id).sort();

beforeAll(async () => {
  server = await startTestServer();
  [one, other] = [new ApiClient(server.baseUrl), new ApiClient(server.baseUrl)];
  await one.signIn('admin', adminPassword);
  await other.signIn('admin', adminPassword);
});
afterAll(() => server.stop());

describe('of two administrators who change a role at a time', () => {
  it('both have their way', async () => {
    const roleId = await addRole('both');
    const [leaver, stayer, first, second] = await Promise.all(
      ['leaver', 'stayer', 'first', 'second'].map((name) => addUser(`both-${name}`)),
    );
    await one.expectOk(roles.setUsers, { roleId, userIds: `${leaver},${stayer}` });
    await Promise.all([
      one.expectOk(roles.addUsers, { roleId, userIds: String(first) }),
      other.expectOk(roles.removeUsers, { roleId, userIds: String(leaver) }),
      other.expectOk(roles.addUsers, { roleId, userIds: String(second) }),
    ]);
    expect(await usersIn(roleId)).toEqual([stayer, first, second].sort());
  });

  it('one can take out several, though another has taken or deleted some of them', async () => {
    const roleId = await addRole('emptied');
    const ids = await Promise.all(['taken', 'deleted', 'last'].map((name) => addUser(name)));
    await one.expectOk(roles.setUsers, { roleId, userIds: ids.join(',') });
    await other.expectOk(roles.removeUsers, { roleId, userIds: String(ids[0]) });
    await other.expectOk(users.remove, { id: String(ids[1]) });
    await one.expectOk(roles.removeUsers, { roleId, userIds: ids.join(',') });
    expect(await usersIn(roleId)).toEqual([]);
  });
});

describe('of two administrators who change the roles of a user at a time', () => {
  it('both have their way, when they say what they were shown', async () => {
    const [kept, taken, given, too] = await Promise.all(
      ['kept', 'taken', 'given', 'too'].map((name) => addRole(`roles-${name}`)),
    );
    const userId = await addUser('shared');
    const shownRoleIds = [String(kept), String(taken)];
    await one.expectOk(users.setRoles, { userId, roleIds: shownRoleIds });
    await Promise.all([
      one.expectOk(users.setRoles, { userId, shownRoleIds, roleIds: `${kept},${taken},${given}` }),
      other.expectOk(users.setRoles, { userId, shownRoleIds, roleIds: `${kept},${too}` }),
    ]);
    expect(await rolesOf(userId)).toEqual([kept, given, too].sort());
  });

  it('nobody is left without a role, and a role that was deleted meanwhile does not come back', async () => {
    const [gone, only] = [await addRole('gone'), await addRole('only')];
    const userId = await addUser('nearly-none');
    await one.expectOk(users.setRoles, { userId, roleIds: [gone, only] });
    await other.expectOk(roles.remove, { id: gone });
    const shownRoleIds = [gone, only];
    expect(await one.call(users.setRoles, { userId, shownRoleIds, roleIds: gone })).toMatchObject({
      code: 400,
      result: { error: 'USERS_ROLE_REQUIRED' },
    });
    await one.expectOk(users.setRoles, { userId, shownRoleIds, roleIds: `${gone},${only}` });
    expect(await rolesOf(userId)).toEqual([only]);
  });
});

describe('of two administrators who change a menu at a time', () => {
  const page = { menuName: '两人', menuNameEn: 'Both', menuUrl: '/both', menuType: 1 as const };

  it('both have their way, and what neither named stays', async () => {
    const { id: parentId } = (await one.expectOk(menus.save, { ...page, menuName: '上级' })).result;
    const { id } = (await one.expectOk(menus.save, { ...page, parentId, menuIcon: '' })).result;
    await Promise.all([
      one.expectOk(menus.save, { id, menuName: '新名' }),
      other.expectOk(menus.save, { id, menuUrl: '/elsewhere' }),
    ]);
    expect((await one.expectOk(menus.info, { menuId: id })).result).toEqual({
      ...{ id, parentId, menuName: '新名', menuNameEn: 'Both', menuUrl: '/elsewhere' },
      ...{ menuType: 1, menuIcon: null, allowFiles: false },
    });
  });

  it('the second is refused where address and type no longer fit', async () => {
    const { id } = (await one.expectOk(menus.save, { ...page, menuType: 3 })).result;
    await one.expectOk(menus.save, { id, menuType: 1 });
    expect(await other.call(menus.save, { id, menuUrl: 'https://lab.example' })).toMatchObject({
      code: 400,
      result: { error: 'USERS_MENU_URL_OF_TYPE' },
    });
  });

  it.each(['menuName', 'menuUrl', 'menuType'])('a new one is refused without %s', async (name) => {
    expect(await one.call(menus.save, { ...page, [name]: undefined })).toMatchObject({
      code: 400,
      result: { error: 'INPUT_INVALID', fields: { [name]: '缺少' } },
    });
  });
});
