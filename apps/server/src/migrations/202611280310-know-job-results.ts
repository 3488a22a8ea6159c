import { Migration, type QueryRunner } from './migration.js';

/**
 * What jobs were given and what they left, and which ended jobs still have to be looked at for it. Of jobs that ended before this release
 * nothing is known. A file is found again by its identity, whatever it is called by then.
 */
export class KnowJobResults2026112803100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE script_job ADD COLUMN results_due_at timestamptz,
        ADD COLUMN results_tries integer NOT NULL DEFAULT 0,
        ADD COLUMN staged_log text,
        ADD COLUMN has_all_outputs boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX script_job_results_due_index ON script_job (results_due_at) WHERE results_due_at IS NOT NULL`,
    );
    await runner.query(`
      CREATE INDEX script_job_project_index ON script_job (space_id, ended_at)
      WHERE space = 'project' AND started_at IS NOT NULL`);
    await runner.query(`
      CREATE INDEX script_job_project_work_index ON script_job (space_id)
      WHERE space = 'project' AND (ended_at IS NULL OR results_due_at IS NOT NULL)`);
    await runner.query(`
      CREATE TABLE script_job_file (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT script_job_file_pk PRIMARY KEY,
        job_id bigint NOT NULL CONSTRAINT script_job_file_job_fk REFERENCES script_job (id) ON DELETE CASCADE,
        kind text NOT NULL,
        space text NOT NULL,
        space_id text NOT NULL,
        path text NOT NULL,
        size bigint NOT NULL,
        modified_at timestamptz NOT NULL,
        identity text NOT NULL,
        is_directory boolean NOT NULL,
        noted_at timestamptz NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX script_job_file_job_index ON script_job_file (job_id, kind, modified_at DESC, id)',
    );
    await runner.query(`
      CREATE INDEX script_job_file_identity_index ON script_job_file (space, space_id, identity, noted_at DESC)
      WHERE kind = 'output'`);
  }
}
