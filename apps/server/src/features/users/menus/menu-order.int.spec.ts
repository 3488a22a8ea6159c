import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';

const { menus } = endpoints;
let server: TestServer;
let admin: ApiClient;

async function signedIn(userName: string, password = userPassword): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
}
const below = (tree: readonly MenuNode[], id: string): string[] =>
  tree.find((menu) => menu.id === id)?.children.map((menu) => menu.id) ?? [];
const order = async (): Promise<string[]> =>
  below((await admin.expectOk(menus.tree, {})).result, 'settings');
const shift = (id: string, direction: 'up' | 'down') =>
  admin.expectOk(menus.shift, { id, direction });

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
});
afterAll(() => server.stop());

describe('the order of menus', () => {
  it('is changed one place at a time, and is the one that users see', async () => {
    const [first, second, ...rest] = await order();
    await shift(second!, 'up');
    expect(await order()).toEqual([second, first, ...rest]);
    const { result } = await admin.expectOk(menus.userMenuTree, {});
    expect(below(result, 'settings').slice(0, 2)).toEqual([second, first]);
    await shift(second!, 'down');
    expect(await order()).toEqual([first, second, ...rest]);
  });

  it('ends with the first and the last, without a row in the log', async () => {
    const before = await order();
    await server.query('TRUNCATE audit_log');
    await shift(before[0]!, 'up');
    await shift(before.at(-1)!, 'down');
    expect(await order()).toEqual(before);
    expect(await server.query('SELECT 1 FROM audit_log WHERE details IS NOT NULL')).toEqual([]);
  });

  it('is changed where menus share a position too', async () => {
    await server.query(`UPDATE menu SET position = 0 WHERE parent_id = 'settings'`);
    const [first, second, third, ...rest] = await order();
    await shift(first!, 'down');
    expect(await order()).toEqual([second, first, third, ...rest]);
  });

  it('loses no menu when many change it at once', async () => {
    const before = await order();
    await Promise.all(
      before.flatMap((id) => [
        shift(id, 'up'),
        shift(id, 'down'),
        admin.expectOk(menus.shift, { id, direction: 'up' }),
      ]),
    );
    expect((await order()).toSorted()).toEqual(before.toSorted());
    const positions = await server.query(
      `SELECT position FROM menu WHERE parent_id = 'settings' ORDER BY position`,
    );
    expect(positions.map(({ position }) => position)).toEqual(before.map((_, index) => index));
  });

  it('refuses an unknown menu, and who does not manage menus', async () => {
    expect(await admin.call(menus.shift, { id: 'nothing', direction: 'up' })).toMatchObject({
      result: { error: 'USERS_MENU_UNKNOWN' },
    });
    await createUser(server, 'orderly', ['settings', 'settings.log']);
    const reader = await signedIn('orderly');
    const before = await order();
    expect(await reader.call(menus.shift, { id: before[1]!, direction: 'up' })).toMatchObject({
      code: 403,
    });
    expect(await order()).toEqual(before);
  });
});
