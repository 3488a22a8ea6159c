import { Migration, type QueryRunner } from './migration.js';

/**
 * The page of a host shows the jobs that ended there last, and what the host tells of its graphics processors and of its way to the
 * server; null: nothing, as before this release.
 */
export class FindJobsOfHosts2026113009100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX script_job_host_ended_index ON script_job (node_id, ended_at DESC)
      WHERE ended_at IS NOT NULL AND node_id IS NOT NULL`);
    await runner.query(`
      ALTER TABLE node_figures ADD COLUMN gpus jsonb, ADD COLUMN round_trip_ms real, ADD COLUMN clock_off_ms double precision,
        ADD COLUMN cuts integer`);
  }
}
