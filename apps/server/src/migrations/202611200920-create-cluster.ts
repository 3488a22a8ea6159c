import { Migration, type QueryRunner } from './migration.js';

/** Nodes, their metrics, compute queues, and script jobs with their output. */
export class CreateCluster2026112009200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT node_pk PRIMARY KEY,
        kind text NOT NULL CONSTRAINT node_kind_known CHECK (kind IN ('compute', 'desktop')),
        name text NOT NULL,
        lan_ip text NOT NULL DEFAULT '',
        description text NOT NULL DEFAULT '',
        hostname text,
        platform text,
        agent_version text,
        cpu_count integer,
        memory_bytes bigint,
        confinement text,
        accepts_jobs boolean NOT NULL DEFAULT false,
        secret_hash bytea CONSTRAINT node_secret_unique UNIQUE,
        enrol_token_hash bytea CONSTRAINT node_enrol_token_unique UNIQUE,
        enrol_expires_at timestamptz,
        is_online boolean NOT NULL DEFAULT true,
        last_seen_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT node_name_unique UNIQUE (kind, name)
      )`);
    await runner.query(`
      CREATE TABLE node_metric (
        node_id uuid NOT NULL CONSTRAINT node_metric_node_fk REFERENCES node (id) ON DELETE CASCADE,
        time timestamptz NOT NULL,
        cpu real NOT NULL,
        mem real NOT NULL,
        CONSTRAINT node_metric_pk PRIMARY KEY (node_id, time)
      )`);
    await runner.query('CREATE INDEX node_metric_time_index ON node_metric (time)');
    await runner.query(`
      CREATE TABLE compute_queue (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT compute_queue_pk PRIMARY KEY,
        queue_name text NOT NULL CONSTRAINT compute_queue_name_unique UNIQUE,
        is_open_to_everyone boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE compute_queue_node (
        queue_id uuid NOT NULL CONSTRAINT compute_queue_node_queue_fk REFERENCES compute_queue (id) ON DELETE CASCADE,
        node_id uuid NOT NULL CONSTRAINT compute_queue_node_node_fk REFERENCES node (id) ON DELETE CASCADE,
        cpus integer NOT NULL CONSTRAINT compute_queue_node_cpus_positive CHECK (cpus > 0),
        CONSTRAINT compute_queue_node_pk PRIMARY KEY (queue_id, node_id)
      )`);
    await runner.query(
      'CREATE INDEX compute_queue_node_node_index ON compute_queue_node (node_id)',
    );
    await runner.query(`
      CREATE TABLE compute_queue_user (
        queue_id uuid NOT NULL CONSTRAINT compute_queue_user_queue_fk REFERENCES compute_queue (id) ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT compute_queue_user_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        CONSTRAINT compute_queue_user_pk PRIMARY KEY (queue_id, user_id)
      )`);
    await runner.query(
      'CREATE INDEX compute_queue_user_user_index ON compute_queue_user (user_id)',
    );
    await runner.query(`
      CREATE TABLE script_job (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) CONSTRAINT script_job_pk PRIMARY KEY,
        queue_id uuid CONSTRAINT script_job_queue_fk REFERENCES compute_queue (id) ON DELETE SET NULL,
        queue_name text NOT NULL,
        user_id uuid CONSTRAINT script_job_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
        user_name text NOT NULL,
        job_name text NOT NULL,
        script text NOT NULL,
        work_dir text NOT NULL,
        cpus integer NOT NULL,
        max_minutes integer,
        status text NOT NULL DEFAULT 'PENDING' CONSTRAINT script_job_status_known
          CHECK (status IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMEOUT', 'NODE_FAIL')),
        node_id uuid CONSTRAINT script_job_node_fk REFERENCES node (id) ON DELETE SET NULL,
        node_name text,
        attempt integer NOT NULL DEFAULT 0,
        reserved_at timestamptz,
        is_accepted boolean NOT NULL DEFAULT false,
        stop_reason text,
        reason text NOT NULL DEFAULT '',
        exit_code integer,
        output_bytes bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        ended_at timestamptz
      )`);
    await runner.query('CREATE INDEX script_job_user_index ON script_job (user_id, id DESC)');
    await runner.query(`
      CREATE INDEX script_job_open_index ON script_job (queue_id, id)
      WHERE status IN ('PENDING', 'RUNNING')`);
    await runner.query(`
      CREATE INDEX script_job_node_index ON script_job (node_id)
      WHERE status IN ('PENDING', 'RUNNING')`);
    await runner.query(`
      CREATE TABLE script_job_output (
        job_id bigint NOT NULL CONSTRAINT script_job_output_job_fk REFERENCES script_job (id) ON DELETE CASCADE,
        start_byte bigint NOT NULL,
        data bytea NOT NULL,
        CONSTRAINT script_job_output_pk PRIMARY KEY (job_id, start_byte)
      )`);
  }
}
