import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a file that is uploaded was changed last where it comes from. */
export class KeepFileTimes2026112611510 implements MigrationInterface {
  name = 'KeepFileTimes2026112611510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload ADD modified_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload DROP modified_at');
  }
}
