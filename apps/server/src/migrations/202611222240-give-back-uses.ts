import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Packages and copies know whether a use that their space counted for them has come to something. */
export class GiveBackUses2026112222400 implements MigrationInterface {
  name = 'GiveBackUses2026112222400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE download_package ADD COLUMN holds_use boolean NOT NULL DEFAULT false',
    );
    await runner.query('ALTER TABLE copy_task ADD COLUMN holds_use boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE copy_task DROP COLUMN holds_use');
    await runner.query('ALTER TABLE download_package DROP COLUMN holds_use');
  }
}
