import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects are looked for by their owner, deleted ones too. */
export class IndexLists2026112612320 implements MigrationInterface {
  name = 'IndexLists2026112612320';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX project_owner_index ON project (owner_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX project_owner_index');
  }
}
