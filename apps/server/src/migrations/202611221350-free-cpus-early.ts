import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job whose script has ended holds no CPUs any more, though its output may still be on its way. */
export class FreeCpusEarly2026112213500 implements MigrationInterface {
  name = 'FreeCpusEarly2026112213500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE script_job ADD COLUMN cpus_freed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE script_job DROP COLUMN cpus_freed_at');
  }
}
