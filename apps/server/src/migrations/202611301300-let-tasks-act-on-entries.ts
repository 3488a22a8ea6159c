import { Migration, type QueryRunner } from './migration.js';

/** Moves, deletions, restores and checksums as tasks: how far each is, what was refused, and what came of it. */
export class LetTasksActOnEntries2026113013000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE copy_task
        ADD COLUMN position integer NOT NULL DEFAULT 0,
        ADD COLUMN refused jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN newest_id uuid,
        ADD COLUMN sha256 text`);
  }
}
