import { Migration, type QueryRunner } from './migration.js';

/** When nodes were offline or too busy for too long. */
export class CreateNodeAlerts2026112322300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node_alert (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT node_alert_pk PRIMARY KEY,
        node_id uuid NOT NULL CONSTRAINT node_alert_node_fk REFERENCES node (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT node_alert_kind_known CHECK (kind IN ('cpu', 'memory', 'offline')),
        began_at timestamptz NOT NULL,
        ended_at timestamptz,
        end_reason text,
        is_end_told boolean NOT NULL DEFAULT false,
        value real
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX node_alert_lasting_unique ON node_alert (node_id, kind) WHERE ended_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX node_alert_untold_index ON node_alert (ended_at) WHERE NOT is_end_told',
    );
    await runner.query('CREATE INDEX node_alert_node_index ON node_alert (node_id)');
  }
}
