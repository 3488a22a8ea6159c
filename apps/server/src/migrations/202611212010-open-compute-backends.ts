import { Migration, type QueryRunner } from './migration.js';

/**
 * What several compute backends, faults of nodes and retention need. Jobs keep the ids of a user and of a node that are gone: both
 * are never used again, and whoever ends those jobs must still find them.
 */
export class OpenComputeBackends2026112120100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE compute_queue ADD COLUMN backend text NOT NULL DEFAULT 'agent'`,
    );
    await runner.query(`
      ALTER TABLE script_job
        ADD COLUMN backend text NOT NULL DEFAULT 'agent',
        ADD COLUMN external_id text,
        ADD COLUMN requeue boolean NOT NULL DEFAULT false,
        ADD COLUMN cpu_seconds double precision,
        ADD COLUMN max_rss_bytes bigint,
        ADD COLUMN signal integer,
        ADD COLUMN sent_at timestamptz,
        ADD COLUMN not_before timestamptz,
        ADD COLUMN excluded_nodes uuid[] NOT NULL DEFAULT '{}',
        ADD COLUMN output_removed_at timestamptz,
        DROP CONSTRAINT script_job_user_fk,
        DROP CONSTRAINT script_job_node_fk`);
    // Whether the command of these was ever emitted is not known: they count as emitted.
    await runner.query(
      `UPDATE script_job SET sent_at = reserved_at WHERE node_id IS NOT NULL AND ended_at IS NULL`,
    );
    await runner.query(`
      CREATE INDEX script_job_user_open_index ON script_job (user_id)
      WHERE status IN ('PENDING', 'RUNNING')`);
    await runner.query(`
      CREATE INDEX script_job_waiting_index ON script_job (backend, queue_id, cpus, id)
      WHERE status = 'PENDING' AND node_id IS NULL`);
    await runner.query(
      'CREATE INDEX script_job_ended_index ON script_job (ended_at) WHERE ended_at IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE node
        ADD COLUMN drained_reason text,
        ADD COLUMN drained_at timestamptz,
        ADD COLUMN probe_at timestamptz,
        ADD COLUMN fault_count integer NOT NULL DEFAULT 0`);
    await runner.query('ALTER TABLE node RENAME COLUMN silent_since TO offline_since');
    await runner.query(`
      CREATE TABLE cluster_listener (
        is_only boolean DEFAULT true CONSTRAINT cluster_listener_pk PRIMARY KEY
          CONSTRAINT cluster_listener_single CHECK (is_only),
        listened_at timestamptz NOT NULL
      )`);
  }
}
