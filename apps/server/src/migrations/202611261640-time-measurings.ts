import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long the last measuring of a space took: what is measured quickly is measured more often. */
export class TimeMeasurings2026112616400 implements MigrationInterface {
  name = 'TimeMeasurings2026112616400';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['disk_account', 'project_account']) {
      await runner.query(`ALTER TABLE ${table} ADD measuring_ms integer`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['disk_account', 'project_account']) {
      await runner.query(`ALTER TABLE ${table} DROP measuring_ms`);
    }
  }
}
