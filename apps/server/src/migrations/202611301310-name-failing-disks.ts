import { Migration, type QueryRunner } from './migration.js';

/**
 * Which disks of a host fail, and which of them its alert has named. Both are unknown of what was there before: the next report of the agent
 * says the one, and the other is taken from it without telling anybody anew.
 */
export class NameFailingDisks2026113013100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE node_disk_health ADD COLUMN failing_disks text[] NOT NULL DEFAULT '{}'`);
    await runner.query('ALTER TABLE node_alert ADD COLUMN disks text[]');
  }
}
