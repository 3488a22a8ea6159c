import { Migration, type QueryRunner } from './migration.js';

/** Applications that ended unapproved lose the list of their files some time after. */
export class AgeApplications2026112610550 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE download_application ADD files_dropped_at timestamptz');
    await runner.query(
      `CREATE INDEX download_application_ended_index ON download_application (decided_at)
         WHERE status = 2 AND used_at IS NULL AND files_dropped_at IS NULL`,
    );
  }
}
