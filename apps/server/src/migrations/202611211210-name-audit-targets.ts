import { Migration, type QueryRunner } from './migration.js';

/** What a change in the log was about, and what was decided. */
export class NameAuditTargets2026112112100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        ADD COLUMN target_type text,
        ADD COLUMN target_id text,
        ADD COLUMN target_name text,
        ADD COLUMN details jsonb`);
    await runner.query(`
      CREATE INDEX audit_log_target_index ON audit_log (target_type, target_id, id DESC)
      WHERE target_id IS NOT NULL`);
  }
}
