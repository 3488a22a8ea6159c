import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissionOfMenu } from '@clusterdesk/contracts';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { createUser } from '@clusterdesk/tests/server/test-users.js';
import type { QueryRunner } from 'typeorm';
import { AddPermissionKeys2026112120120 } from './202611212012-add-permission-keys.js';
import { MarkBuiltInRoles2026112205000 } from './202611220500-mark-built-in-roles.js';
import { addMenu } from './add-menu.js';

let server: TestServer;
let runner: QueryRunner;

beforeAll(async () => {
  server = await startTestServer();
  runner = server.dataSource.createQueryRunner();
});
afterAll(async () => {
  await runner.release();
  await server.stop();
});

const keysOf = async (userName: string): Promise<string[]> => {
  const rows: { permission: string }[] = await runner.query(
    `SELECT DISTINCT permission FROM user_account account JOIN user_role ON user_id = account.id
     JOIN role_menu USING (role_id) JOIN menu ON menu.id = menu_id
     WHERE user_name = $1 AND permission IS NOT NULL ORDER BY permission`,
    [userName],
  );
  return rows.map(({ permission }) => permission);
};

describe('an existing installation', () => {
  it('keeps what people may do, and gains nothing by pages that were used as groups', async () => {
    const migration = new AddPermissionKeys2026112120120();
    await migration.down(runner);
    await runner.query(
      `INSERT INTO menu (id, parent_id, menu_name, menu_name_en, menu_url, menu_type) VALUES
         ('custom', 'settings.log', 'c', 'c', '/c', 1), ('deeper', 'settings.system', 'd', 'd', '/d', 1)`,
    );
    await createUser(server, 'of-group', ['settings', 'settings.log', 'custom', 'settings.theme']);
    await createUser(server, 'of-pages', ['userList', 'myDoc', 'myDoc.files']);
    await migration.up(runner);

    expect(await keysOf('of-group')).toEqual(['theme.choose']);
    expect(await keysOf('of-pages')).toEqual(['disk.use', 'users.manage']);
    expect(await keysOf('admin')).toEqual(Object.values(permissionOfMenu).sort());
    const moved: { parent_id: string }[] = await runner.query(
      `SELECT parent_id FROM menu WHERE id IN ('custom', 'deeper')`,
    );
    expect(moved).toEqual([{ parent_id: 'settings' }, { parent_id: 'settings' }]);
  });

  it('gets the menu of a later version, and its administrators have it', async () => {
    await addMenu(runner, {
      id: 'later',
      parentId: 'settings',
      menuName: '新页面',
      menuNameEn: 'Later',
      menuUrl: '/later',
      permission: 'later.use',
      position: 20,
    });
    const having: { is_system_administrator: boolean }[] = await runner.query(
      `SELECT is_system_administrator FROM role JOIN role_menu ON role_id = role.id WHERE menu_id = 'later'`,
    );
    expect(having).toEqual([{ is_system_administrator: true }]);
  });

  it('knows its two built-in roles again, and takes no other for one', async () => {
    const migration = new MarkBuiltInRoles2026112205000();
    await migration.down(runner);
    // As the first start wrote it then.
    await runner.query(`UPDATE role SET description = 'User' WHERE role_name = '普通用户'`);
    await runner.query(
      `INSERT INTO role (role_name, description) VALUES ('User', 'User'), ('others', '')`,
    );
    await migration.up(runner);
    expect(
      await runner.query(
        'SELECT role_name, built_in FROM role WHERE built_in IS NOT NULL ORDER BY built_in',
      ),
    ).toEqual([
      { role_name: '系统管理员', built_in: 'administrators' },
      { role_name: '普通用户', built_in: 'users' },
    ]);
  });
});
