import { Migration, type QueryRunner } from './migration.js';

/** When a file that is uploaded was changed last where it comes from. */
export class KeepFileTimes2026112611510 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD modified_at timestamptz');
  }
}
