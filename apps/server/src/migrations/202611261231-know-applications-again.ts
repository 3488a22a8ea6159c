import { Migration, type QueryRunner } from './migration.js';

/**
 * The same content is applied for once at a time. How many have to approve is the project's word at that moment, not the
 * application's. What was approved and never taken loses its list of files like what was refused.
 */
export class KnowApplicationsAgain2026112612310 extends Migration {
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
}
