import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Menu icons, which lay in a folder of one server. */
export class CreateMenuIcons2026112120400 implements MigrationInterface {
  name = 'CreateMenuIcons2026112120400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE menu_icon (
        name text CONSTRAINT menu_icon_pk PRIMARY KEY,
        content bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE menu_icon');
  }
}
