import { Migration, type QueryRunner } from './migration.js';

/** Every queue has a time limit for jobs that name none: one that never ends would hold its CPUs for ever. */
export class LimitJobTime2026112121200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE compute_queue ADD COLUMN default_minutes integer NOT NULL DEFAULT 1440
        CONSTRAINT compute_queue_default_minutes_range CHECK (default_minutes BETWEEN 1 AND 525600)`);
  }
}
