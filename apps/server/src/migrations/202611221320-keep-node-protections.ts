import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which protections of jobs hold on a node, as its agent says; NULL until one says it. */
export class KeepNodeProtections2026112213200 implements MigrationInterface {
  name = 'KeepNodeProtections2026112213200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN protections text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node DROP COLUMN protections');
  }
}
