import { Migration, type QueryRunner } from './migration.js';

/** Which programs of applications are on a node, as its agent found them; null: it has not told. */
export class FindPrograms2026113011100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN programs jsonb');
  }
}
