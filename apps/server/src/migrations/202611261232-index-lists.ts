import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects are looked for by their owner, deleted ones too; averages of one host without those of all others. */
export class IndexLists2026112612320 implements MigrationInterface {
  name = 'IndexLists2026112612320';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX project_owner_index ON project (owner_id)');
    await runner.query(
      'CREATE INDEX node_metric_level_node_index ON node_metric_level (node_id, level, time)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX node_metric_level_node_index, project_owner_index');
  }
}
