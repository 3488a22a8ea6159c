import { Migration, type QueryRunner } from './migration.js';

/** Projects are looked for by their owner, deleted ones too. */
export class IndexLists2026112612320 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX project_owner_index ON project (owner_id)');
  }
}
