import { Migration, type QueryRunner } from './migration.js';

/**
 * Whether a job waits is told by `reserved_at`, not by its node, so that a backend which plans for itself can have jobs without one.
 * The index of waiting jobs holds all that makes them alike for a plan, the time limit included; that of jobs on nodes holds no
 * waiting ones, or each plan would read through them.
 */
export class PlanJobsByTime2026112616100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE script_job SET reserved_at = CASE WHEN node_id IS NULL AND external_id IS NULL THEN NULL
                                               ELSE coalesce(reserved_at, created_at) END
      WHERE status IN ('PENDING', 'RUNNING')`);
    await runner.query('DROP INDEX script_job_waiting_index');
    await runner.query(`
      CREATE INDEX script_job_waiting_index ON script_job (
        backend, queue_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), cpus, coalesce(max_minutes, 43200), network,
        excluded_nodes, id
      ) WHERE status = 'PENDING' AND reserved_at IS NULL`);
    await runner.query('DROP INDEX script_job_node_index');
    await runner.query(`
      CREATE INDEX script_job_node_index ON script_job (node_id)
      WHERE status IN ('PENDING', 'RUNNING') AND node_id IS NOT NULL`);
  }
}
