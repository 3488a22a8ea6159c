import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  endpoints,
  permissionOfMenu,
  type Endpoint,
  type EndpointInput,
  type Permission,
} from '@clusterdesk/contracts';
import exceljs from 'exceljs';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { menuSeed, type SeedMenu } from '@clusterdesk/tests/server/menu-seed.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { PasswordService } from '../passwords/password.service.js';
import { formHeads } from '../import/import-form.js';
import { covers } from './grant.policy.js';

const { users, roles, menus, account } = endpoints;

/** Each page of the console with the groups above it: somebody with only that page tries everything below. */
const pagesOf = (menusOf: readonly SeedMenu[], above: string[] = []): string[][] =>
  menusOf.flatMap(({ id, children }) =>
    children ? pagesOf(children, [...above, id]) : [[...above, id]],
  );
const pages = pagesOf(menuSeed);
const everyMenu = [...new Set(pages.flat())].join(',');

const permissionOf = (ids: readonly string[]): Permission | undefined =>
  permissionOfMenu[ids.at(-1) as keyof typeof permissionOfMenu];
/** What some call that is tried below is for. */
const deciding = new Set(
  [users, roles, menus, account]
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .flatMap(({ access }) => (typeof access === 'object' ? access.anyPermission : [])),
);
const isDeciding = (ids: readonly string[]): boolean => deciding.has(permissionOf(ids)!);
/** Pages that open none of the calls are alike for them: in the gate one speaks for all. */
const triedPages = isLongRun
  ? pages
  : [...pages.filter(isDeciding), ...pages.filter((ids) => !isDeciding(ids)).slice(0, 1)];

interface Person {
  id: string;
  name: string;
  client: ApiClient;
  roleId: string;
}

/** What can be seen of a user's power, and of harm done to him. */
interface UserState {
  name: string;
  keys: string[];
  is_administrator: boolean;
  password_hash: string;
  is_frozen: boolean;
  real_name: string | null;
}

let server: TestServer;
/** Of a password that everybody below has: to make it takes longer than most calls. */
let passwordHash: string;
let admin: { id: string; roleId: string };
/** Every page, but no administrator. */
let strong: Person;
/** A page that the attacker has not, and nothing else. */
let ordinary: Person;
/** Hand in hand with the attacker; no menu at all. */
let friend: Person;

async function addPerson(name: string, menuIds: readonly string[]): Promise<Person> {
  const { id, token } = await server.addUser(name, []);
  const [role] = await server.query(
    `WITH hashed AS (UPDATE user_account SET password_hash = $2 WHERE id = $1),
          opened AS (INSERT INTO role_menu (role_id, menu_id)
                     SELECT role_id, menu.id FROM user_role, menu WHERE user_id = $1 AND menu.id = ANY($3))
     SELECT role_id FROM user_role WHERE user_id = $1`,
    [id, passwordHash, menuIds],
  );
  const client = new ApiClient(server.baseUrl);
  client.token = token;
  return { id, name, client, roleId: String(role?.['role_id']) };
}

async function readStates(): Promise<Map<string, UserState>> {
  const rows: UserState[] = await server.dataSource.query(
    `SELECT account.user_name AS name, account.password_hash, account.is_frozen, account.real_name,
            EXISTS (SELECT 1 FROM user_role JOIN role ON role.id = role_id
                    WHERE user_id = account.id AND is_system_administrator) AS is_administrator,
            ARRAY(SELECT DISTINCT menu.permission FROM user_role
                  JOIN role_menu USING (role_id) JOIN menu ON menu.id = menu_id
                  WHERE user_id = account.id AND menu.permission IS NOT NULL ORDER BY 1) AS keys
     FROM user_account account`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function importUser(client: ApiClient, userName: string, roleName: string): Promise<void> {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('1');
  sheet.addRow([...formHeads]);
  sheet.addRow([userName, 'import-pw-1', roleName]);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await book.xlsx.writeBuffer())]), 'users.xlsx');
  await fetch(`${server.baseUrl}/api${users.importUsers.path}`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '' },
    body: form,
  });
}

/** Every way to gain another permission, or to harm somebody who holds more. */
const ways: [name: string, attempt: (me: Person, password: string) => Promise<unknown>][] = [
  ['gives itself every role', (me) => setRoles(me, me.id, strong.roleId, admin.roleId, me.roleId)],
  ['gives itself a stronger role', (me) => setRoles(me, me.id, strong.roleId)],
  ['gives a friend a stronger role', (me) => setRoles(me, friend.id, strong.roleId)],
  ['takes the roles of somebody stronger', (me) => setRoles(me, strong.id, friend.roleId)],
  ['adds a user with a stronger role', (me, password) => addUser(me, password, strong.roleId)],
  ['adds an administrator', (me, password) => addUser(me, password, admin.roleId)],
  ['imports a stronger user', (me) => importUser(me.client, `i-${me.name}`, 'role of strong')],
  ['imports an administrator', (me) => importUser(me.client, `a-${me.name}`, '系统管理员')],
  ['joins a stronger role', (me) => addToRole(me, strong.roleId, me.id)],
  ['puts a friend into a stronger role', (me) => addToRole(me, strong.roleId, friend.id)],
  ['replaces the administrators', (me) => replaceUsers(me, admin.roleId, me.id)],
  ['adds itself to the administrators', (me) => addToRole(me, admin.roleId, me.id)],
  [
    'takes somebody out of a stronger role',
    (me) => me.client.call(roles.removeUsers, { roleId: strong.roleId, userIds: strong.id }),
  ],
  ['empties a stronger role', (me) => replaceUsers(me, strong.roleId, '')],
  ['deletes a stronger role', (me) => me.client.call(roles.remove, { id: strong.roleId })],
  ['gives its own role every menu', (me) => setMenus(me, me.roleId, everyMenu)],
  ['gives a friend’s role every menu', (me) => setMenus(me, friend.roleId, everyMenu)],
  ['strips a stronger role', (me) => setMenus(me, strong.roleId, '')],
  [
    'makes a role of every menu and joins it',
    async (me) => {
      const { result } = await me.client.call(roles.add, { roleName: `new of ${me.name}` });
      await setMenus(me, String(result.id), everyMenu);
      await addToRole(me, String(result.id), me.id);
      await setRoles(me, me.id, String(result.id));
    },
  ],
  [
    'points a menu that everybody has to another page',
    (me) =>
      saveMenu(me, { id: 'settings.theme', menuUrl: '/authManagement', parentId: 'settings' }),
  ],
  [
    'makes a menu with the address of another page',
    (me) => saveMenu(me, { menuUrl: '/authManagement' }),
  ],
  [
    'puts its own page below another, to be given that too',
    async (me) => {
      const mine = pages.find((ids) => `only-${ids.at(-1)}` === me.name)?.at(-1) ?? '';
      await saveMenu(me, { id: mine, parentId: 'settings.authority' });
      await saveMenu(me, { id: mine, parentId: 'userList' });
    },
  ],
  [
    'points a menu to a site that gets sign-in codes',
    (me) => saveMenu(me, { id: 'settings.contact', menuUrl: 'https://evil.example/', menuType: 2 }),
  ],
  [
    'sends a permission along',
    (me) => {
      const input = { menuUrl: '/x', menuType: 1, permission: 'authority.manage' };
      return saveMenu(me, { ...input, id: 'settings.theme', parentId: 'settings' } as never);
    },
  ],
  ['deletes another page', (me) => me.client.call(menus.remove, { id: 'settings.log' })],
  ...(['strong', 'ordinary', 'admin'] as const).flatMap(
    (whom): [string, (me: Person, password: string) => Promise<unknown>][] => [
      [
        `sets the password of ${whom}`,
        (me, password) => me.client.call(users.changePassword, { id: idOf(whom), password }),
      ],
      [
        `gives the old password of ${whom} wrongly`,
        (me, password) =>
          me.client.call(account.updatePassword, {
            id: idOf(whom),
            password,
            oldPassword: password,
          }),
      ],
      [`freezes ${whom}`, (me) => me.client.call(users.freeze, { id: idOf(whom), freeze: 1 })],
      [`deletes ${whom}`, (me) => me.client.call(users.remove, { id: idOf(whom) })],
      [
        `renames ${whom}`,
        (me) => me.client.call(account.updateRealName, { userId: idOf(whom), realName: 'x' }),
      ],
      [
        `changes the e-mail of ${whom}`,
        (me) =>
          me.client.call(account.saveEmail, {
            userId: idOf(whom),
            email: 'mine@evil.example',
            code: '000000',
          }),
      ],
    ],
  ),
];

const idOf = (whom: 'strong' | 'ordinary' | 'admin'): string =>
  ({ strong, ordinary, admin })[whom].id;
const setRoles = (me: Person, userId: string, ...roleIds: string[]): Promise<unknown> =>
  me.client.call(users.setRoles, { userId, roleIds });
const addToRole = (me: Person, roleId: string, userIds: string): Promise<unknown> =>
  me.client.call(roles.addUsers, { roleId, userIds });
const replaceUsers = (me: Person, roleId: string, userIds: string): Promise<unknown> =>
  me.client.call(roles.setUsers, { roleId, userIds });
const setMenus = (me: Person, roleId: string, menuIds: string): Promise<unknown> =>
  me.client.call(roles.setMenus, { roleId, menuIds });
const addUser = (me: Person, password: string, roleId: string): Promise<unknown> =>
  me.client.call(users.add, { userName: `new-of-${me.name}`, password, roleId });
const saveMenu = (me: Person, input: Partial<EndpointInput<typeof menus.save>>): Promise<unknown> =>
  me.client.call(menus.save, { menuName: 'x', menuUrl: '/x', menuType: 1, ...input });

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await server.get(PasswordService).hash('user-pass-1');
  strong = await addPerson('strong', [...new Set(pages.flat())]);
  const { result } = await strong.client.expectOk(roles.list, {});
  const administrators = result.find((role) => role.isSystemAdministrator);
  admin = { id: administrators?.userInfos[0]?.id ?? '', roleId: administrators?.id ?? '' };
});
afterAll(() => server.stop());

describe('nobody gains by one page what another permits', () => {
  it.each(triedPages.map((ids) => [ids.at(-1) ?? '', ids] as const))('%s', async (page, ids) => {
    const isOrdinary = page === 'myDoc.files' || page === 'myDoc';
    friend = await addPerson(`friend-${page}`, []);
    ordinary = await addPerson(
      `ordinary-${page}`,
      isOrdinary ? ['desktopDot', 'desktopDot.jobs'] : ['myDoc', 'myDoc.files'],
    );
    const me = await addPerson(`only-${page}`, ids);
    const password = await me.client.encrypt('taken-over-1');
    const own = permissionOf(ids);
    const before = await readStates();
    const [menusBefore] = await server.dataSource.query<{ all: string }[]>(menuPermissions);
    expect(before.get(me.name)?.keys).toEqual([own]);

    for (const [way, attempt] of ways) {
      await attempt(me, password);
      const after = await readStates();
      for (const [name, state] of after) {
        const gained = state.keys.filter((key) => !before.get(name)?.keys.includes(key));
        expect([way, name, gained.filter((key) => key !== own)]).toEqual([way, name, []]);
      }
      for (const name of ['strong', 'admin', ordinary.name]) {
        expect([way, after.get(name)]).toEqual([way, before.get(name)]);
      }
      expect([way, after.get(me.name)?.is_administrator]).toEqual([way, false]);
      expect([way, after.get(friend.name)?.is_administrator]).toEqual([way, false]);
    }
    expect(await server.dataSource.query(menuPermissions)).toEqual([menusBefore]);
  });

  it('nor takes the administrator’s password', async () => {
    await new ApiClient(server.baseUrl).signIn('admin', adminPassword);
  });
});

const menuPermissions = `SELECT string_agg(id || '=' || coalesce(permission, '') || CASE WHEN menu_type = 1 THEN '' ELSE menu_url END, ' ' ORDER BY id) AS all
  FROM menu WHERE id ~ '^[a-zA-Z.]+$'`;

describe('who may give what', () => {
  const holding = (isSystemAdministrator: boolean, ...keys: ('disk.use' | 'jobs.use')[]) => ({
    isSystemAdministrator,
    permissions: new Set(keys),
  });

  it('is a question of subsets, and administrators hold everything', () => {
    expect(covers(holding(false, 'disk.use'), holding(false, 'disk.use'))).toBe(true);
    expect(covers(holding(false, 'disk.use'), holding(false))).toBe(true);
    expect(covers(holding(false, 'disk.use'), holding(false, 'jobs.use'))).toBe(false);
    expect(covers(holding(false, 'disk.use', 'jobs.use'), holding(true))).toBe(false);
    expect(covers(holding(true), holding(true, 'jobs.use'))).toBe(true);
  });

  it('lets somebody with the pages of the ordinary role look after ordinary users', async () => {
    const ordinaryPages = pages.filter((ids) => ids[0] === 'myDoc').flat();
    const keeper = await addPerson('keeper', [...new Set(['userList', ...ordinaryPages])]);
    const user = await addPerson('looked-after', [...new Set(ordinaryPages)]);
    const password = await keeper.client.encrypt('set-by-keeper');
    await keeper.client.expectOk(users.changePassword, { id: user.id, password });
    await keeper.client.expectOk(users.setRoles, { userId: friend.id, roleIds: user.roleId });
    await keeper.client.expectOk(users.freeze, { id: user.id, freeze: 1 });
    await keeper.client.expectOk(users.remove, { id: user.id });
  });
});
