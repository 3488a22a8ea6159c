import { Migration, type QueryRunner } from './migration.js';

/** A job whose script has ended holds no CPUs any more, though its output may still be on its way. */
export class FreeCpusEarly2026112213500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE script_job ADD COLUMN cpus_freed_at timestamptz');
  }
}
