import { Migration, type QueryRunner } from './migration.js';

/** Which protections of jobs hold on a node, as its agent says; NULL until one says it. */
export class KeepNodeProtections2026112213200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN protections text[]');
  }
}
