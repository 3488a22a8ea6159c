import { Migration, type QueryRunner } from './migration.js';

/**
 * Samples count in their averages as they are stored. Those that were to be averaged by the next run are taken in here, as far
 * as they have a day. What that run noted (`node_metric_roll_up`, `_late`, `_removal`) is nobody's any more and goes with the
 * next version: servers of the version before still write there during a rolling upgrade.
 */
export class AverageAtOnce2026112713000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO node_metric_level (level, time, node_id, cpu, mem, samples)
      SELECT level, date_bin(level * interval '1 second', metric.time, 'epoch') AS start, node_id, avg(cpu), avg(mem), count(*)
      FROM node_metric_roll_up JOIN node_metric AS metric ON metric.time >= done_until
      WHERE to_regclass('node_metric_level' || to_char(metric.time AT TIME ZONE 'UTC', '_YYYY_MM_DD')) IS NOT NULL
      GROUP BY level, start, node_id
      ON CONFLICT DO NOTHING`);
  }
}
