import { Migration, type QueryRunner } from './migration.js';

/**
 * A plan knows jobs in projects from others, which more nodes can hold. What a job was shown of a project is kept, and open jobs of a
 * project are found by an index.
 */
export class PlanProjectJobs2026112803010 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE script_job ADD COLUMN project_view jsonb,
        ADD COLUMN project_view_version text`);
    await runner.query('DROP INDEX script_job_waiting_index');
    await runner.query(`
      CREATE INDEX script_job_waiting_index ON script_job (
        backend, queue_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), cpus, coalesce(memory_mb, 0),
        coalesce(max_minutes, 43200), network, coalesce(space_id, '00000000-0000-0000-0000-000000000000'), is_sealed, excluded_nodes, id
      ) WHERE status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL`);
    await runner.query(`
      CREATE INDEX script_job_open_project_index ON script_job (space_id)
      WHERE space_id IS NOT NULL AND status IN ('PENDING', 'RUNNING')`);
  }
}
