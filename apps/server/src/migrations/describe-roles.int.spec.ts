import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/test-server.js';
import type { QueryRunner } from 'typeorm';
import { DescribeRolesInChinese2026112123300 } from './202611212330-describe-roles-in-chinese.js';

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

const migration = new DescribeRolesInChinese2026112123300();

const readRoles = (): Promise<{ name: string; description: string }[]> =>
  runner.query('SELECT role_name AS name, description FROM role ORDER BY role_name');

describe('the descriptions of the built-in roles', () => {
  it('begin in Chinese, in a new installation as in an old one', async () => {
    const fresh = await readRoles();
    expect(fresh.every(({ description }) => /^[一-鿿]/.test(description))).toBe(true);
    await migration.down(runner);
    expect((await readRoles()).map(({ description }) => description).sort()).toEqual([
      'System administrator',
      'User',
    ]);
    await migration.up(runner);
    expect(await readRoles()).toEqual(fresh);
  });

  it('stay as people wrote them, and so do those of other roles', async () => {
    await migration.down(runner);
    await runner.query(`UPDATE role SET description = 'ours' WHERE role_name = '普通用户'`);
    await runner.query(`INSERT INTO role (role_name, description) VALUES ('guests', 'User')`);
    await migration.up(runner);
    expect(await readRoles()).toEqual(
      expect.arrayContaining([
        { name: '普通用户', description: 'ours' },
        { name: 'guests', description: 'User' },
      ]),
    );
  });
});
