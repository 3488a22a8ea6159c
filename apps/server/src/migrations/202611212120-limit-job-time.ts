import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every queue has a time limit for jobs that name none: one that never ends would hold its CPUs for ever. */
export class LimitJobTime2026112121200 implements MigrationInterface {
  name = 'LimitJobTime2026112121200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE compute_queue ADD COLUMN default_minutes integer NOT NULL DEFAULT 1440
        CONSTRAINT compute_queue_default_minutes_range CHECK (default_minutes BETWEEN 1 AND 525600)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE compute_queue DROP COLUMN default_minutes');
  }
}
