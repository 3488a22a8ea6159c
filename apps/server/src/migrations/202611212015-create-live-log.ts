import { Migration, type QueryRunner } from './migration.js';

/**
 * The log of numbered live events. Unlogged: after a crash PostgreSQL empties both tables together, every audience begins
 * a new epoch, and clients ask for the state anew.
 */
export class CreateLiveLog2026112120150 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Every event updates its audience's row in place: leave room on the page.
    await runner.query(`
      CREATE UNLOGGED TABLE live_cursor (
        audience text PRIMARY KEY,
        epoch text NOT NULL,
        seq bigint NOT NULL,
        touched_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE UNLOGGED TABLE live_event (
        audience text NOT NULL,
        seq bigint NOT NULL,
        event text NOT NULL,
        args text NOT NULL,
        batch uuid NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (audience, seq)
      )`);
    await runner.query('CREATE INDEX live_event_created_at ON live_event (created_at)');
  }
}
