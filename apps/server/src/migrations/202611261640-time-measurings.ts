import { Migration, type QueryRunner } from './migration.js';

/** How long the last measuring of a space took: what is measured quickly is measured more often. */
export class TimeMeasurings2026112616400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['disk_account', 'project_account']) {
      await runner.query(`ALTER TABLE ${table} ADD measuring_ms integer`);
    }
  }
}
