import { Migration, type QueryRunner } from './migration.js';

/** Queues of a Slurm cluster, by its partitions, and what the processes of the platform tell each other about it. */
export class PlaceJobsOnSlurm2026112802100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE compute_queue ADD COLUMN partitions text[] NOT NULL DEFAULT '{}'`,
    );
    await runner.query(`
      CREATE TABLE slurm_state (
        is_only boolean DEFAULT true CONSTRAINT slurm_state_pk PRIMARY KEY CONSTRAINT slurm_state_single CHECK (is_only),
        next_poll_at timestamptz NOT NULL DEFAULT now(),
        away_since timestamptz
      )`);
    await runner.query('INSERT INTO slurm_state DEFAULT VALUES');
  }
}
