import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a change in the log was about, and what was decided. */
export class NameAuditTargets2026112112100 implements MigrationInterface {
  name = 'NameAuditTargets2026112112100';

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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        DROP COLUMN target_type,
        DROP COLUMN target_id,
        DROP COLUMN target_name,
        DROP COLUMN details`);
  }
}
