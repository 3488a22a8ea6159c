import { Migration, type QueryRunner } from './migration.js';

/** Upgrades that somebody asked for and whose end nobody was told of. */
export class TellUpgrades2026112901400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upgrade_request (
        id uuid CONSTRAINT upgrade_request_pk PRIMARY KEY,
        -- Whoever asked may be deleted before the end is told.
        user_id uuid NOT NULL,
        user_name text NOT NULL,
        from_version text NOT NULL,
        to_version text NOT NULL
      )`);
  }
}
