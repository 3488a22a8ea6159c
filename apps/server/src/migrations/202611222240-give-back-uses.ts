import { Migration, type QueryRunner } from './migration.js';

/** Packages and copies know whether a use that their space counted for them has come to something. */
export class GiveBackUses2026112222400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE download_package ADD COLUMN holds_use boolean NOT NULL DEFAULT false',
    );
    await runner.query('ALTER TABLE copy_task ADD COLUMN holds_use boolean NOT NULL DEFAULT false');
  }
}
