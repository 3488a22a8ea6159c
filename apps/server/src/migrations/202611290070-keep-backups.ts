import { Migration, type QueryRunner } from './migration.js';

/** Copies of backups in a store, their removal in steps that may be repeated, and up to when the schedule was looked at. */
export class KeepBackups2026112900700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE backup
        ADD COLUMN stored_key text,
        ADD COLUMN upload_id text,
        ADD COLUMN send_attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN send_due_at timestamptz NOT NULL DEFAULT '-infinity',
        ADD COLUMN fetch_asked_at timestamptz,
        ADD COLUMN removed_at timestamptz,
        ADD COLUMN is_failure_told boolean NOT NULL DEFAULT false`);
    await runner.query(
      'CREATE INDEX backup_removed_index ON backup (removed_at) WHERE removed_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX backup_fetch_index ON backup (fetch_asked_at) WHERE fetch_asked_at IS NOT NULL',
    );
    // One row. What was planned before this time was taken, or is not made up for.
    await runner.query(`
      CREATE TABLE backup_schedule (
        is_only boolean DEFAULT true CONSTRAINT backup_schedule_pk PRIMARY KEY CHECK (is_only),
        done_until timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('INSERT INTO backup_schedule DEFAULT VALUES');
  }
}
