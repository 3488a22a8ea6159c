import { Migration, type QueryRunner } from './migration.js';

/**
 * A job may ask for memory, so jobs that ask for different amounts are not alike to a plan. A node tells what its jobs may hold. What
 * was said about a job's start is kept until it starts, and compared with it; how long like jobs took is found by an index, and so are jobs
 * by the time of their submission.
 */
export class ReserveMemory2026112801300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE node ADD COLUMN job_memory_bytes bigint, ADD COLUMN job_memory_each_bytes bigint',
    );
    await runner.query(`
      ALTER TABLE script_job ADD COLUMN memory_mb integer,
        ADD COLUMN waits_since timestamptz,
        ADD COLUMN forecast_at timestamptz,
        ADD COLUMN forecast_start_at timestamptz`);
    await runner.query('DROP INDEX script_job_waiting_index');
    await runner.query(`
      CREATE INDEX script_job_waiting_index ON script_job (
        backend, queue_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), cpus, coalesce(memory_mb, 0),
        coalesce(max_minutes, 43200), network, excluded_nodes, id
      ) WHERE status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL`);
    await runner.query(
      'CREATE INDEX script_job_created_index ON script_job (created_at DESC, id DESC)',
    );
    await runner.query(`
      CREATE INDEX script_job_alike_index ON script_job (user_id, job_name, id DESC) INCLUDE (started_at, ended_at)
      WHERE started_at IS NOT NULL AND status IN ('COMPLETED', 'FAILED', 'TIMEOUT')`);
    await runner.query(`
      CREATE INDEX script_job_run_index ON script_job (queue_id, id DESC) INCLUDE (started_at, ended_at, max_minutes)
      WHERE started_at IS NOT NULL AND status IN ('COMPLETED', 'FAILED', 'TIMEOUT')`);
    await runner.query(`
      CREATE INDEX script_job_forecast_index ON script_job (queue_id, started_at DESC)
      WHERE forecast_at IS NOT NULL AND started_at IS NOT NULL`);
  }
}
