import { Migration, type QueryRunner } from './migration.js';

/** The two roles of the first start carry a key, so that pages can name them in their reader's language. */
export class MarkBuiltInRoles2026112205000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE role ADD COLUMN built_in text
        CONSTRAINT role_built_in_unique UNIQUE
        CONSTRAINT role_built_in_known CHECK (built_in IN ('administrators', 'users'))`);
    await runner.query(`
      UPDATE role SET built_in = 'administrators'
      WHERE id = (SELECT id FROM role WHERE is_system_administrator ORDER BY role_name LIMIT 1)`);
    // The name and the description that the first start writes: a role that people made has another description.
    await runner.query(`
      UPDATE role SET built_in = 'users'
      WHERE role_name = '普通用户' AND description = 'User' AND NOT is_system_administrator`);
  }
}
