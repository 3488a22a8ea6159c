import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountLists, endpoints, type AccountList } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole, type TestConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

const { downloadPermission, menus, roles, users } = endpoints;
let server: TestServer;
let admin: ApiClient;
let page: TestConsole;
let heard: AccountList[] = [];
let fences = 0;

const watch = (window: TestConsole, what: AccountList): Promise<boolean> =>
  window.ask('watch', { topic: 'accounts', what });

async function signedIn(userName: string, password = userPassword): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
  page = await connectConsole(server.baseUrl, admin.token ?? '');
  page.socket.on('accountsChanged', ({ what }: { what: AccountList }) => heard.push(what));
  page.socket.on('trashChanged', () => {
    fences += 1;
  });
  for (const what of accountLists) {
    expect(await watch(page, what)).toBe(true);
  }
});
afterAll(async () => {
  page.close();
  await server.stop();
});
beforeEach(async () => {
  await hearAll();
  heard = [];
});

/** Events of one process keep their order: after this one, those before it have been heard. */
async function hearAll(): Promise<void> {
  const before = fences;
  server.app
    .get(Realtime)
    .publish('trashChanged', audience.topic({ topic: 'accounts', what: 'menus' }), {
      space: 'disk',
    });
  await waitFor('the last event', () => fences > before);
}

let count = 0;
const name = (): string => `changed${(count += 1)}`;
const newRole = async (): Promise<string> =>
  (await admin.expectOk(roles.add, { roleName: name() })).result.id;
const newMenu = async (): Promise<string> =>
  (await admin.expectOk(menus.save, { menuName: name(), menuUrl: '/x', menuType: 1 })).result.id;
const newUser = async (): Promise<string> => (await createUser(server, name())).id;

/** Each makes what it needs, and gives back the change itself. */
const changes: Record<string, [AccountList[], () => Promise<() => Promise<unknown>>]> = {
  'a new user': [
    ['users', 'roles'],
    async () => {
      const [roleId, password] = [await newRole(), await admin.encrypt(userPassword)];
      return () => admin.expectOk(users.add, { userName: name(), password, roleId });
    },
  ],
  'a user who is deleted': [
    ['users', 'roles'],
    async () => {
      const id = await newUser();
      return () => admin.expectOk(users.remove, { id });
    },
  ],
  'a user who is frozen': [
    ['users'],
    async () => {
      const id = await newUser();
      return () => admin.expectOk(users.freeze, { id, freeze: 1 });
    },
  ],
  'other roles of a user': [
    ['users', 'roles'],
    async () => {
      const [userId, roleId] = [await newUser(), await newRole()];
      return () => admin.expectOk(users.setRoles, { userId, roleIds: [roleId] });
    },
  ],
  'a new role': [['roles'], () => Promise.resolve(newRole)],
  'other users of a role': [
    ['users', 'roles'],
    async () => {
      const [userId, roleId] = [await newUser(), await newRole()];
      return () => admin.expectOk(roles.addUsers, { roleId, userIds: [userId] });
    },
  ],
  'other menus of a role': [
    ['roles'],
    async () => {
      const roleId = await newRole();
      return () => admin.expectOk(roles.setMenus, { roleId, menuIds: ['userList'] });
    },
  ],
  'a role that is deleted': [
    ['users', 'roles'],
    async () => {
      const id = await newRole();
      return () => admin.expectOk(roles.remove, { id });
    },
  ],
  'a new menu': [['menus', 'roles'], () => Promise.resolve(newMenu)],
  'who may download': [
    ['downloads'],
    async () => {
      const input = { allowDownload: true, userIds: [await newUser()] };
      return () => admin.expectOk(downloadPermission.save, input);
    },
  ],
  'a menu that is deleted': [
    ['menus', 'roles'],
    async () => {
      const id = await newMenu();
      return () => admin.expectOk(menus.remove, { id });
    },
  ],
};

const none = { users: false, roles: false, menus: false, downloads: false };

describe('the lists of the administration', () => {
  it.each(Object.entries(changes))('are told of %s', async (_, [lists, prepare]) => {
    const change = await prepare();
    await hearAll();
    heard = [];
    await change();
    await hearAll();
    expect([...heard].sort()).toEqual([...lists].sort());
  });

  it('are not told of what did not come about', async () => {
    const roleName = name();
    await admin.expectOk(roles.add, { roleName });
    expect(await admin.call(roles.add, { roleName })).toMatchObject({ success: false });
    await hearAll();
    expect(heard).toEqual(['roles']);
  });

  it.each([
    [['userList'], { ...none, users: true, roles: true }],
    [['settings', 'settings.menus'], { ...none, menus: true }],
    [['settings', 'settings.system'], { ...none, downloads: true }],
    [[], none],
  ])('may be watched with %j by who may see them', async (menuIds, expected) => {
    const userName = name();
    await createUser(server, userName, menuIds);
    const client = await signedIn(userName);
    const window = await connectConsole(server.baseUrl, client.token ?? '');
    for (const what of accountLists) {
      expect([what, await watch(window, what)]).toEqual([what, expected[what]]);
    }
    window.close();
  });
});
