import { Migration, type QueryRunner } from './migration.js';

/** Each piece of a job's output says when it was stored; those of before do not. */
export class TimeJobOutput2026112803300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Two steps: a default that is there when the column comes would give all old pieces this moment.
    await runner.query('ALTER TABLE script_job_output ADD COLUMN received_at timestamptz');
    await runner.query('ALTER TABLE script_job_output ALTER COLUMN received_at SET DEFAULT now()');
  }
}
