import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a node is silent, so that a stop of the platform itself is not held against its nodes. */
export class NoteSilence2026112023000 implements MigrationInterface {
  name = 'NoteSilence2026112023000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN silent_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node DROP COLUMN silent_since');
  }
}
