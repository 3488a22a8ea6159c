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
let before: MenuNode[];

async function signedIn(userName: string, password = userPassword): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
}
const tree = async (): Promise<MenuNode[]> => (await admin.expectOk(menus.tree, {})).result;
const own = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...own(node.children)]);
const idsOf = (nodes: readonly MenuNode[]): string[] => own(nodes).map(({ id }) => id);

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
  before = await tree();
});
afterAll(() => server.stop());

describe('restoring the standard menus', () => {
  it('does nothing where they are as they were', async () => {
    expect((await admin.expectOk(menus.restoreStandard, {})).result).toEqual({ restored: 0 });
  });

  it('brings names, addresses, places and whole groups back, and keeps what people made', async () => {
    const group = { menuName: '组', menuUrl: '/group', menuType: 1 as const };
    const { result: made } = await admin.expectOk(menus.save, group);
    for (const { id, menuName, menuUrl } of before.find(({ id }) => id === 'managementProject')
      ?.children ?? []) {
      await admin.expectOk(menus.save, { id, menuName, menuUrl, menuType: 1, parentId: made.id });
    }
    await admin.expectOk(menus.remove, { id: 'managementProject' });
    await admin.expectOk(menus.save, {
      id: 'settings.log',
      menuName: '别名',
      menuNameEn: 'Alias',
      menuUrl: '/elsewhere',
      menuType: 1,
      parentId: 'settings',
    });
    await createUser(server, 'joiner', [made.id, 'managementProject.joined']);

    await server.query('TRUNCATE audit_log');
    expect((await admin.expectOk(menus.restoreStandard, {})).result).toEqual({ restored: 5 });

    const after = await tree();
    expect(after.filter(({ id }) => id !== made.id)).toEqual(before);
    expect(after.find(({ id }) => id === made.id)?.children).toEqual([]);
    const rows = await server.query(
      `SELECT target_id AS id, details FROM audit_log ORDER BY target_id`,
    );
    expect(rows.map(({ id }) => id)).toEqual([
      'managementProject',
      'managementProject.approvals',
      'managementProject.joined',
      'managementProject.managed',
      'settings.log',
    ]);
    expect(rows.at(-1)?.['details']).toMatchObject({
      before: { menuName: '别名', menuUrl: '/elsewhere' },
      after: { menuName: '日志管理', menuUrl: '/logManagement' },
    });
  });

  it('gives a role the group above its page, and permits nothing more', async () => {
    const joiner = await signedIn('joiner');
    const { result } = await joiner.expectOk(menus.userMenuTree, {});
    expect(idsOf(result)).toEqual(
      expect.arrayContaining(['managementProject', 'managementProject.joined']),
    );
    expect(idsOf(result)).not.toContain('managementProject.managed');
    expect(await joiner.call(menus.restoreStandard, {})).toMatchObject({ code: 403 });
  });
});
