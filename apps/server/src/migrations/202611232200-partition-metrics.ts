import { Migration, type QueryRunner } from './migration.js';

/**
 * The load of hosts by days, so that a day goes by dropping its table, and averages for long ranges. Rows that are there stay where
 * they are: their table becomes the partition of all time up to the end of this day. Both keys begin with the time, in which rows
 * come and are asked for; a second index would cost every insert as much again.
 */
export class PartitionMetrics2026112322000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE node_metric IN ACCESS EXCLUSIVE MODE');
    await runner.query(
      'ALTER TABLE node_metric DROP CONSTRAINT node_metric_node_fk, DROP CONSTRAINT node_metric_pk',
    );
    await runner.query('DROP INDEX node_metric_time_index');
    await runner.query('ALTER TABLE node_metric RENAME TO node_metric_before');
    await runner.query(`
      CREATE TABLE node_metric (
        node_id uuid NOT NULL,
        time timestamptz NOT NULL,
        cpu real NOT NULL,
        mem real NOT NULL,
        CONSTRAINT node_metric_pk PRIMARY KEY (time, node_id)
      ) PARTITION BY RANGE (time)`);
    await runner.query(`
      CREATE TABLE node_metric_level (
        level integer NOT NULL,
        time timestamptz NOT NULL,
        node_id uuid NOT NULL,
        cpu real NOT NULL,
        mem real NOT NULL,
        samples integer NOT NULL,
        CONSTRAINT node_metric_level_pk PRIMARY KEY (level, time, node_id)
      ) PARTITION BY RANGE (time)`);
    await runner.query(`
      CREATE TABLE node_metric_roll_up (
        level integer NOT NULL CONSTRAINT node_metric_roll_up_pk PRIMARY KEY,
        done_until timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE node_metric_late (
        node_id uuid NOT NULL CONSTRAINT node_metric_late_node_fk REFERENCES node (id) ON DELETE CASCADE,
        time timestamptz NOT NULL,
        CONSTRAINT node_metric_late_pk PRIMARY KEY (time, node_id)
      )`);
    await runner.query('CREATE INDEX node_metric_late_node_index ON node_metric_late (node_id)');
    await runner.query(`
      CREATE TABLE node_metric_removal (
        node_id uuid NOT NULL CONSTRAINT node_metric_removal_pk PRIMARY KEY
      )`);
    await makeDays(runner);
  }
}

/**
 * The table that was there becomes the partition of its rows, or goes when it has none. The days after it, or from yesterday, are
 * made at once: servers of the version before store samples before one of this version starts.
 */
async function makeDays(runner: QueryRunner): Promise<void> {
  await runner.query(`
    DO $$
    DECLARE
      newest timestamptz := (SELECT max(time) FROM node_metric_before);
      today timestamptz := date_trunc('day', now(), 'UTC');
      first timestamptz := today - interval '24 hours';
      day timestamptz;
      parent text;
    BEGIN
      IF newest IS NULL THEN
        DROP TABLE node_metric_before;
      ELSE
        first := date_trunc('day', greatest(newest, now()), 'UTC') + interval '24 hours';
        EXECUTE format(
          'ALTER TABLE node_metric ATTACH PARTITION node_metric_before FOR VALUES FROM (MINVALUE) TO (%L)', first);
      END IF;
      FOREACH parent IN ARRAY ARRAY['node_metric', 'node_metric_level'] LOOP
        day := CASE WHEN parent = 'node_metric' THEN first ELSE today - interval '24 hours' END;
        WHILE day <= today + interval '48 hours' LOOP
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            parent || to_char(day AT TIME ZONE 'UTC', '_YYYY_MM_DD'), parent, day, day + interval '24 hours');
          day := day + interval '24 hours';
        END LOOP;
      END LOOP;
    END
    $$`);
}
