import { Migration, type QueryRunner } from './migration.js';

/**
 * Graphs of jobs: named steps that follow each other, and the jobs that were submitted for each of them. What the jobs wait for stays in
 * `script_job_dependency`.
 */
export class DrawJobGraphs2026112803200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_graph (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT job_graph_pk PRIMARY KEY,
        user_id uuid NOT NULL,
        user_name text NOT NULL,
        graph_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX job_graph_user_index ON job_graph (user_id, id)');
    await runner.query('CREATE INDEX job_graph_created_index ON job_graph (created_at)');
    await runner.query(`
      CREATE TABLE job_graph_step (
        graph_id bigint NOT NULL CONSTRAINT job_graph_step_graph_fk REFERENCES job_graph (id) ON DELETE CASCADE,
        key text NOT NULL,
        position integer NOT NULL,
        after text[] NOT NULL,
        CONSTRAINT job_graph_step_pk PRIMARY KEY (graph_id, key)
      )`);
    await runner.query(`
      CREATE TABLE job_graph_job (
        job_id bigint NOT NULL CONSTRAINT job_graph_job_pk PRIMARY KEY
          CONSTRAINT job_graph_job_job_fk REFERENCES script_job (id) ON DELETE CASCADE,
        graph_id bigint NOT NULL,
        key text NOT NULL,
        CONSTRAINT job_graph_job_step_fk FOREIGN KEY (graph_id, key) REFERENCES job_graph_step ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX job_graph_job_step_index ON job_graph_job (graph_id, key, job_id)',
    );
  }
}
