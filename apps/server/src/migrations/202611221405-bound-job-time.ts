import { Migration, type QueryRunner } from './migration.js';

/** The longest that a job of a queue may ask for: thirty days unless its row says otherwise. Jobs that are there keep theirs. */
export class BoundJobTime2026112214050 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE compute_queue ADD COLUMN max_minutes integer NOT NULL DEFAULT 43200
        CONSTRAINT compute_queue_max_minutes_range CHECK (max_minutes BETWEEN 1 AND 525600)`);
    // What a queue gives by itself, its jobs may ask for.
    await runner.query(
      'UPDATE compute_queue SET max_minutes = default_minutes WHERE default_minutes > max_minutes',
    );
  }
}
