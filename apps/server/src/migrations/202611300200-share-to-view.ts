import { Migration, type QueryRunner } from './migration.js';

/** Shares whose receivers look and take nothing; those there are give what they gave. */
export class ShareToView2026113002000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE share ADD COLUMN can_download boolean NOT NULL DEFAULT true');
  }
}
