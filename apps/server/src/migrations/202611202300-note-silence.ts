import { Migration, type QueryRunner } from './migration.js';

/** Since when a node is silent, so that a stop of the platform itself is not held against its nodes. */
export class NoteSilence2026112023000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN silent_since timestamptz');
  }
}
