import { Migration, type QueryRunner } from './migration.js';

/** What applications are on which nodes, and the last run of a script of each there with its output. */
export class CreateApplications2026112322150 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE application_node (
        application text NOT NULL,
        node_id uuid NOT NULL CONSTRAINT application_node_node_fk REFERENCES node (id) ON DELETE CASCADE,
        version text NOT NULL,
        installed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT application_node_pk PRIMARY KEY (application, node_id)
      )`);
    await runner.query('CREATE INDEX application_node_node_index ON application_node (node_id)');
    await runner.query(`
      CREATE TABLE application_run (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT application_run_pk PRIMARY KEY,
        application text NOT NULL,
        version text NOT NULL,
        action text NOT NULL,
        script text NOT NULL,
        node_id uuid CONSTRAINT application_run_node_fk REFERENCES node (id) ON DELETE SET NULL,
        node_name text NOT NULL,
        node_kind text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        reason text NOT NULL DEFAULT '',
        exit_code integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        waits_since timestamptz NOT NULL DEFAULT now(),
        asked_at timestamptz,
        heard_at timestamptz,
        started_at timestamptz,
        ended_at timestamptz,
        may_run_until timestamptz,
        output_bytes integer NOT NULL DEFAULT 0,
        CONSTRAINT application_run_node_unique UNIQUE (application, node_id)
      )`);
    await runner.query(`
      CREATE INDEX application_run_open_index ON application_run (node_id)
      WHERE state IN ('waiting', 'asked', 'running')`);
    await runner.query('CREATE INDEX application_run_node_index ON application_run (node_id)');
    await runner.query(`
      CREATE TABLE application_output (
        run_id uuid NOT NULL CONSTRAINT application_output_run_fk REFERENCES application_run (id) ON DELETE CASCADE,
        start_byte integer NOT NULL,
        data bytea NOT NULL,
        CONSTRAINT application_output_pk PRIMARY KEY (run_id, start_byte)
      )`);
  }
}
