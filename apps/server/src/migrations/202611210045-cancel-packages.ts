import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A cancelled package is not used again: the same selection makes a new one. */
export class CancelPackages2026112100450 implements MigrationInterface {
  name = 'CancelPackages2026112100450';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX download_package_reuse_unique');
    await runner.query(`
      CREATE UNIQUE INDEX download_package_reuse_unique ON download_package (user_id, fingerprint)
      WHERE state NOT IN ('failed', 'cancelled') AND NOT is_partial`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM download_package WHERE state = 'cancelled'`);
    await runner.query('DROP INDEX download_package_reuse_unique');
    await runner.query(`
      CREATE UNIQUE INDEX download_package_reuse_unique ON download_package (user_id, fingerprint)
      WHERE state <> 'failed' AND NOT is_partial`);
  }
}
