import { Migration, type QueryRunner } from './migration.js';

/** The hosts that lately used a node's credentials: two that take turns are clones. */
export class NoteNodeHosts2026112616010 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE node ADD recent_hosts jsonb NOT NULL DEFAULT '[]'`);
  }
}
