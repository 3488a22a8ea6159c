import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The same content is applied for once at a time. How many have to approve is the project's word at that moment, not the
 * application's. What was approved and never taken loses its list of files like what was refused.
 */
export class KnowApplicationsAgain2026112612310 implements MigrationInterface {
  name = 'KnowApplicationsAgain2026112612310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE download_application DROP approvers_needed, ADD fingerprint text',
    );
    await runner.query('DROP INDEX download_application_ended_index');
    await runner.query(
      `CREATE INDEX download_application_ended_index ON download_application (
         (CASE status WHEN 1 THEN expires_at ELSE decided_at END))
         WHERE status <> 0 AND used_at IS NULL AND files_dropped_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX download_application_ended_index');
    await runner.query(
      `CREATE INDEX download_application_ended_index ON download_application (decided_at)
         WHERE status = 2 AND used_at IS NULL AND files_dropped_at IS NULL`,
    );
    await runner.query(
      `ALTER TABLE download_application DROP fingerprint, ADD approvers_needed smallint NOT NULL DEFAULT 1`,
    );
    await runner.query(
      'ALTER TABLE download_application ALTER COLUMN approvers_needed DROP DEFAULT',
    );
  }
}
