import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A package knows whether a use that its space counted for it has come to something. */
export class GiveBackUses2026112222400 implements MigrationInterface {
  name = 'GiveBackUses2026112222400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE download_package ADD COLUMN holds_use boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE download_package DROP COLUMN holds_use');
  }
}
