import { Migration, type QueryRunner } from './migration.js';

/** How the disks of hosts are, as their agents read it last, and alerts of those that fail. */
export class KeepDiskHealth2026113011000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node_disk_health (
        node_id uuid NOT NULL CONSTRAINT node_disk_health_pk PRIMARY KEY
          CONSTRAINT node_disk_health_node_fk REFERENCES node (id) ON DELETE CASCADE,
        time timestamptz NOT NULL,
        problem text,
        disks jsonb NOT NULL,
        is_failing boolean NOT NULL
      )`);
    await runner.query(`
      ALTER TABLE node_alert DROP CONSTRAINT node_alert_kind_known,
        ADD CONSTRAINT node_alert_kind_known CHECK (kind IN ('cpu', 'memory', 'offline', 'disk'))`);
  }
}
