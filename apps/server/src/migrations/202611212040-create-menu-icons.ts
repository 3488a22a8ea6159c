import { Migration, type QueryRunner } from './migration.js';

/** Menu icons, which lay in a folder of one server. */
export class CreateMenuIcons2026112120400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE menu_icon (
        name text CONSTRAINT menu_icon_pk PRIMARY KEY,
        content bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }
}
