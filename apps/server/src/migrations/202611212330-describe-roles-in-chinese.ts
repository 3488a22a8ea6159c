import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the first start wrote, and what it writes now. As of then: later seeds are another migration's. */
const descriptions = [
  {
    roleName: '系统管理员',
    before: 'System administrator',
    after: '拥有全部菜单和权限 / System administrator: every menu and every right',
  },
  {
    roleName: '普通用户',
    before: 'User',
    after: '平台的日常功能 / User: what everybody works with',
  },
];

/** Roles have one description for both languages; the built-in ones had it in English only. What people changed stays. */
export class DescribeRolesInChinese2026112123300 implements MigrationInterface {
  name = 'DescribeRolesInChinese2026112123300';

  async up(runner: QueryRunner): Promise<void> {
    for (const { roleName, before, after } of descriptions) {
      await replace(runner, roleName, before, after);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { roleName, before, after } of descriptions) {
      await replace(runner, roleName, after, before);
    }
  }
}

async function replace(
  runner: QueryRunner,
  roleName: string,
  from: string,
  to: string,
): Promise<void> {
  await runner.query('UPDATE role SET description = $3 WHERE role_name = $1 AND description = $2', [
    roleName,
    from,
    to,
  ]);
}
