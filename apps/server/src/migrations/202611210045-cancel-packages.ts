import { Migration, type QueryRunner } from './migration.js';

/** A cancelled package is not used again: the same selection makes a new one. */
export class CancelPackages2026112100450 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX download_package_reuse_unique');
    await runner.query(`
      CREATE UNIQUE INDEX download_package_reuse_unique ON download_package (user_id, fingerprint)
      WHERE state NOT IN ('failed', 'cancelled') AND NOT is_partial`);
  }
}
