import { Migration, type QueryRunner } from './migration.js';

/** Archives are unpacked as entries are copied; a copy says where it placed its first entry, and stays listed until it is cleared. */
export class UnpackArchives2026113007000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // What is there ended, or was begun, when nobody listed it.
    await runner.query(
      `ALTER TABLE copy_task ADD COLUMN kind text NOT NULL DEFAULT 'copy', ADD COLUMN placed_path text,
         ADD COLUMN is_cleared boolean NOT NULL DEFAULT true`,
    );
    await runner.query('ALTER TABLE copy_task ALTER COLUMN is_cleared SET DEFAULT false');
  }
}
