import { Migration, type QueryRunner } from './migration.js';

/** How many entries of the files a backup does not hold; nothing says it of those taken before. */
export class CountLeftOut2026112901500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE backup ADD COLUMN left_out bigint');
  }
}
