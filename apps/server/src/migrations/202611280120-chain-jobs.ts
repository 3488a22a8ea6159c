import { Migration, type QueryRunner } from './migration.js';

/**
 * Job arrays, and jobs that wait for others. An array has a row of its own, which is never planned, and one for each element, which
 * names it; script and variables are stored once, with the array.
 */
export class ChainJobs2026112801200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE script_job
        ADD COLUMN array_text text,
        ADD COLUMN array_at_once integer,
        ADD COLUMN array_counts jsonb,
        ADD COLUMN array_id bigint,
        ADD COLUMN array_index integer`);
    await runner.query(
      `CREATE INDEX script_job_array_index ON script_job (array_id, array_index) WHERE array_id IS NOT NULL`,
    );
    await runner.query(`
      CREATE INDEX script_job_array_open_index ON script_job (array_id, held_reason, id)
      WHERE array_id IS NOT NULL AND status IN ('PENDING', 'RUNNING')`);
    await runner.query(`
      CREATE TABLE script_job_dependency (
        job_id bigint NOT NULL CONSTRAINT script_job_dependency_job_fk REFERENCES script_job (id) ON DELETE CASCADE,
        after_id bigint NOT NULL CONSTRAINT script_job_dependency_after_fk REFERENCES script_job (id) ON DELETE CASCADE,
        CONSTRAINT script_job_dependency_pk PRIMARY KEY (job_id, after_id)
      )`);
    await runner.query(
      'CREATE INDEX script_job_dependency_after_index ON script_job_dependency (after_id)',
    );
  }
}
