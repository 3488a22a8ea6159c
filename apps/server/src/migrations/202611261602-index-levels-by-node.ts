import { Migration, type QueryRunner } from './migration.js';

/**
 * The averages of one host are found without reading those of all. Samples, a hundred times as many, have no such index: each
 * insert would cost twice, and they are read for short ranges only.
 */
export class IndexLevelsByNode2026112616020 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX node_metric_level_node_index ON node_metric_level (node_id, level, time)',
    );
  }
}
