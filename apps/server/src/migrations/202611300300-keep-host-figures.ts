import { Migration, type QueryRunner } from './migration.js';

/**
 * What hosts measure once a minute besides processors and memory, by days as samples are. It is read of one host at a time, so its
 * key begins with the host.
 */
export class KeepHostFigures2026113003000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE node_figures (
        node_id uuid NOT NULL,
        time timestamptz NOT NULL,
        load real NOT NULL,
        network_in real,
        network_out real,
        disks jsonb NOT NULL,
        CONSTRAINT node_figures_pk PRIMARY KEY (node_id, time)
      ) PARTITION BY RANGE (time)`);
  }
}
