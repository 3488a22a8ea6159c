import { Migration, type QueryRunner } from './migration.js';

/**
 * Queues name projects, and jobs that wait can be held. A held job is in no plan, so it is not in the index of waiting ones.
 *
 * Jobs keep the id of their queue as they keep those of user and node: with a foreign key, the deletion of a queue would write to
 * each of the jobs that ever ended in it.
 */
export class ManageQueues2026112801100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE compute_queue_project (
        queue_id uuid NOT NULL
          CONSTRAINT compute_queue_project_queue_fk REFERENCES compute_queue (id) ON DELETE CASCADE,
        project_id uuid NOT NULL
          CONSTRAINT compute_queue_project_project_fk REFERENCES project (id) ON DELETE CASCADE,
        CONSTRAINT compute_queue_project_pk PRIMARY KEY (queue_id, project_id)
      )`);
    await runner.query(
      'CREATE INDEX compute_queue_project_project_index ON compute_queue_project (project_id)',
    );
    await runner.query(`
      ALTER TABLE script_job
        ADD COLUMN held_reason text,
        DROP CONSTRAINT script_job_queue_fk`);
    await runner.query('DROP INDEX script_job_waiting_index');
    await runner.query(`
      CREATE INDEX script_job_waiting_index ON script_job (
        backend, queue_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), cpus, coalesce(max_minutes, 43200), network,
        excluded_nodes, id
      ) WHERE status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL`);
    await runner.query(`
      CREATE INDEX script_job_held_index ON script_job (queue_id, user_id)
      WHERE status = 'PENDING' AND held_reason IS NOT NULL`);
  }
}
