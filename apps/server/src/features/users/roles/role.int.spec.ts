import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { RoleEntity } from './role.entity.js';
import { UserEntity } from '../user.entity.js';

const { roles, menus } = endpoints;
let server: TestServer;
let admin: ApiClient;
let adminRole: RoleEntity;

const signedIn = async (userName: string, password = userPassword): Promise<ApiClient> => {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
  adminRole = await server.dataSource
    .getRepository(RoleEntity)
    .findOneByOrFail({ isSystemAdministrator: true });
});
afterAll(() => server.stop());

describe('roles', () => {
  it('give their users what they hold, at once, and take it again', async () => {
    const { result: role } = await admin.expectOk(roles.add, { roleName: 'watchers' });
    const user = await createUser(server, 'role-user', []);
    const client = await signedIn('role-user');
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    expect(await client.call(endpoints.users.list, {})).toMatchObject({ code: 403 });

    await admin.expectOk(roles.setMenus, { roleId: role.id, menuIds: '0,userList' });
    await admin.expectOk(roles.setUsers, { roleId: role.id, userIds: user.id });
    await waitFor('menusChanged', () => browser.menusChanged() === 1);
    await client.expectOk(endpoints.users.list, {});
    const { result } = await admin.expectOk(roles.list, {});
    expect(result.find(({ id }) => id === role.id)).toMatchObject({
      menuList: ['userList'],
      userInfos: [{ userName: 'role-user' }],
    });

    await admin.expectOk(roles.setMenus, { roleId: role.id, menuIds: '' });
    expect(await client.call(endpoints.users.list, {})).toMatchObject({ code: 403 });
    await admin.expectOk(roles.remove, { id: role.id });
    await waitFor('menusChanged', () => browser.menusChanged() === 3);
    browser.close();
  });

  it('say which of them the first start made, where they are shown', async () => {
    await admin.expectOk(roles.add, { roleName: 'made by people' });
    const { result } = await admin.expectOk(roles.list, {});
    expect(result.map(({ roleName, builtIn }) => [roleName, builtIn])).toEqual(
      expect.arrayContaining([
        ['系统管理员', 'administrators'],
        ['普通用户', 'users'],
        ['made by people', null],
      ]),
    );
    expect(result.find(({ builtIn }) => builtIn === 'users')?.description).toBe(
      '使用平台的文件与计算功能',
    );
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'en' });
    const { result: english } = await admin.expectOk(roles.list, {});
    expect(english.find(({ builtIn }) => builtIn === 'users')?.description).toBe(
      'Use the files and the computing of the platform',
    );
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'cn' });
    const { result: me } = await admin.expectOk(endpoints.account.detail, {});
    expect(me.roleList).toMatchObject([{ builtIn: 'administrators' }]);
  });

  it('replace their users', async () => {
    const { result: role } = await admin.expectOk(roles.add, { roleName: 'replaced' });
    const [one, two] = await Promise.all(['r1', 'r2'].map((name) => createUser(server, name)));
    await admin.expectOk(roles.setUsers, { roleId: role.id, userIds: `${one?.id},${two?.id}` });
    await admin.expectOk(roles.setUsers, { roleId: role.id, userIds: [two?.id ?? ''] });
    const { result } = await admin.expectOk(roles.list, {});
    expect(result.find(({ id }) => id === role.id)?.userInfos.map((u) => u.userName)).toEqual([
      'r2',
    ]);
  });

  it.each([
    ['a taken name', () => admin.call(roles.add, { roleName: '系统管理员' }), 409],
    ['no name', () => admin.call(roles.add, { roleName: ' ' }), 400],
    ['an unknown role', () => admin.call(roles.remove, { id: 'none' }), 404],
    [
      'an unknown user',
      () => admin.call(roles.setUsers, { roleId: adminRole.id, userIds: adminRole.id }),
      404,
    ],
    [
      'an unknown menu',
      () => admin.call(roles.setMenus, { roleId: adminRole.id, menuIds: 'none' }),
      404,
    ],
    [
      'a menu without the one above it',
      async () => {
        const { result } = await admin.expectOk(roles.add, { roleName: 'headless' });
        return admin.call(roles.setMenus, { roleId: result.id, menuIds: 'settings.roles' });
      },
      400,
    ],
    ['deleting the administrators', () => admin.call(roles.remove, { id: adminRole.id }), 409],
    [
      'stripping the administrators',
      () => admin.call(roles.setMenus, { roleId: adminRole.id, menuIds: 'userList' }),
      409,
    ],
    [
      'taking the last administrator',
      () => admin.call(roles.setUsers, { roleId: adminRole.id, userIds: '' }),
      409,
    ],
  ])('refuse %s', async (_, ask, code) => {
    expect(await ask()).toMatchObject({ success: false, code });
  });

  it('of administrators are given by administrators only', async () => {
    const user = await createUser(server, 'role-keeper', ['settings', 'settings.roles']);
    const keeper = await signedIn('role-keeper');
    const answer = await keeper.call(roles.setUsers, { roleId: adminRole.id, userIds: user.id });
    expect(answer).toMatchObject({ code: 403, result: { error: 'USERS_ADMINISTRATORS_ONLY' } });
    const { roles: mine } = await server.dataSource
      .getRepository(UserEntity)
      .findOneOrFail({ where: { id: user.id }, relations: { roles: true } });
    expect(mine.map(({ isSystemAdministrator }) => isSystemAdministrator)).toEqual([false]);
  });
});

describe('menus', () => {
  const page = { menuName: '新页面', menuUrl: '/new', menuType: 1 as const };

  it('are created, edited, shown and deleted', async () => {
    const { result: group } = await admin.expectOk(menus.save, { ...page, menuName: '组' });
    const { result: child } = await admin.expectOk(menus.save, { ...page, parentId: group.id });
    await admin.expectOk(menus.save, {
      ...page,
      id: child.id,
      parentId: group.id,
      menuNameEn: 'New page',
      menuType: 2,
      menuUrl: 'https://lab.example/start',
    });
    const { result: tree } = await admin.expectOk(menus.tree, {});
    expect(tree.at(-1)).toMatchObject({
      id: group.id,
      menuUrl: '/new',
      children: [{ menuNameEn: 'New page', menuType: 2 }],
    });
    expect((await admin.expectOk(menus.info, { menuId: child.id })).result.parentId).toBe(group.id);
    await admin.expectOk(menus.remove, { id: group.id });
    expect(await admin.call(menus.info, { menuId: child.id })).toMatchObject({ code: 404 });
  });

  it.each([
    ['an unknown parent', { ...page, parentId: 'none' }, 404],
    ['an unknown menu', { ...page, id: 'none' }, 404],
    ['a site as a route', { ...page, menuUrl: 'https://lab.example' }, 400],
    ['a route as a site', { ...page, menuType: 2 as const }, 400],
    ['a script', { ...page, menuType: 2 as const, menuUrl: 'javascript:alert(1)' }, 400],
    ['another host in disguise', { ...page, menuUrl: '//evil.example' }, 400],
    [
      'an address with a line break',
      { ...page, menuType: 2 as const, menuUrl: 'http://x\njavascript:alert(1)' },
      400,
    ],
    [
      'an address with a user name',
      { ...page, menuType: 2 as const, menuUrl: 'https://a@evil.example' },
      400,
    ],
    ['an icon from elsewhere', { ...page, menuIcon: 'https://lab.example/i.png' }, 400],
    [
      'an icon that is not there',
      { ...page, menuIcon: `/api/menu/icon/${'0'.repeat(64)}.png` },
      400,
    ],
    ['a menu below itself', { ...page, id: 'myDoc', parentId: 'myDoc.files' }, 400],
    ['a child of a needed page', { ...page, parentId: 'userList' }, 409],
    ['another address for a needed page', { ...page, id: 'userList' }, 409],
    ['a child of a page that permits something', { ...page, parentId: 'settings.log' }, 409],
  ])('refuse %s', async (_, input, code) => {
    expect(await admin.call(menus.save, input)).toMatchObject({ success: false, code });
  });

  it.each(['userList', 'settings', 'settings.authority', 'settings.theme', 'myDoc.files'])(
    'keep %s, whose permission nobody could bring back',
    async (id) => {
      expect(await admin.call(menus.remove, { id })).toMatchObject({
        code: 409,
        result: { error: 'USERS_MENU_PROTECTED' },
      });
    },
  );
});

describe('a built-in page', () => {
  it('permits what it permitted, wherever it is moved and whatever it is called', async () => {
    await createUser(server, 'log-reader', ['settings', 'settings.log']);
    const reader = await signedIn('log-reader');
    await reader.expectOk(endpoints.audit.list, {});
    await admin.expectOk(menus.save, {
      id: 'settings.log',
      menuName: '别名',
      menuUrl: '/elsewhere',
      menuType: 1,
      parentId: 'myDoc',
    });
    await reader.expectOk(endpoints.audit.list, {});
    expect(await reader.call(endpoints.disk.list, { path: '/' })).toMatchObject({ code: 403 });
    await admin.expectOk(menus.save, {
      id: 'settings.log',
      menuName: '日志管理',
      menuNameEn: 'Log',
      menuUrl: '/logManagement',
      menuType: 1,
      parentId: 'settings',
    });
  });
});

describe('menu icons', () => {
  it('are taken by content, kept under their hash, and served as what they are', async () => {
    const icon = makePng(200, 200);
    const answer = await upload('icon.txt', icon);
    expect(answer).toMatchObject({ success: true });
    const address = String(answer.result);
    const served = await fetch(server.baseUrl + address);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(icon)).toBe(true);
    const saved = await admin.expectOk(menus.save, {
      menuName: '有图标',
      menuUrl: '/icon',
      menuType: 1,
      menuIcon: address,
    });
    expect(saved.result.menuIcon).toBe(address);
  });

  it.each([
    ['a smaller picture', () => makePng(199, 200)],
    ['a page that is called png', () => Buffer.from('<svg width="200" height="200"></svg>')],
    ['too large a file', () => Buffer.concat([makePng(200, 200), Buffer.alloc(200 * 1024)])],
    ['nothing', () => Buffer.alloc(0)],
    ['a page that begins as a GIF does', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    ['a page in a RIFF', () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 <script>', 'latin1')],
    ['a page with a byte order mark', () => Buffer.from('\uFEFF<svg onload="alert(1)"/>')],
    ['the first bytes of a PNG alone', () => makePng(200, 200).subarray(0, 8)],
    ['a PNG that ends within its size', () => makePng(200, 200).subarray(0, 20)],
    ['a JPEG without an end', () => Buffer.from('ffd8ffe0ffff', 'hex')],
    ['a JPEG of segments without length', () => jpegOf('ffe00000'.repeat(20_000))],
    ['a TIFF whose list is itself', () => Buffer.from('49492a0008000000ffff08000000', 'hex')],
    [
      'an icon file that points into itself',
      () => Buffer.from(`00000100ffff${'00'.repeat(64)}`, 'hex'),
    ],
    ['boxes of no length', () => Buffer.from('000000006674797061766966'.repeat(5_000), 'hex')],
    ['a JPEG 2000 of no length', () => Buffer.from('0000000c6a5020200d0a870a00000000', 'hex')],
    ['an archive', () => Buffer.from('504b0304140000000800', 'hex')],
  ])('refuse %s', async (_, make) => {
    expect(await upload('icon.png', make())).toMatchObject({ success: false, code: 400 });
  });

  it('that hold a page are served as pictures that run nothing', async () => {
    const page = '<script>alert(1)</script>';
    const { result } = await upload(
      'icon.html',
      Buffer.concat([makePng(200, 200), Buffer.from(page)]),
    );
    const { headers } = await fetch(server.baseUrl + String(result));
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('that are not there are not found', async () => {
    const answer = await fetch(`${server.baseUrl}/api/menu/icon/${'a'.repeat(64)}.png`);
    expect(answer.status).toBe(404);
  });
});

async function upload(name: string, content: Buffer): Promise<{ result: unknown }> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${server.baseUrl}/api${menus.uploadIcon.path}`, {
    method: 'POST',
    headers: { Authorization: admin.token ?? '' },
    body: form,
  });
  return (await answer.json()) as { result: unknown };
}

const jpegOf = (segments: string): Buffer => Buffer.from(`ffd8${segments}`, 'hex');

/** A grey PNG; checksums are left zero, which readers of the size don't mind. */
function makePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 128))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
