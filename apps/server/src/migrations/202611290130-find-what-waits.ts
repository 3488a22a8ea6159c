import { Migration, type QueryRunner } from './migration.js';

/**
 * Finished backups that are in no store are found by an index. A restoring knows its safety backup, which ends with it, and whether
 * browsers, agents and processes were told that the rows are others.
 */
export class FindWhatWaits2026112901300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX backup_unsent_index ON backup (kind, send_due_at)
       WHERE state = 'done' AND is_here AND NOT is_stored AND removed_at IS NULL`,
    );
    await runner.query(
      'ALTER TABLE backup_restoring ADD COLUMN safety_id uuid, ADD COLUMN is_told boolean NOT NULL DEFAULT true',
    );
    await runner.query(
      'CREATE INDEX backup_restoring_untold_index ON backup_restoring (touched_at) WHERE NOT is_told',
    );
  }
}
