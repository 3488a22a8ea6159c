import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live events are numbered and no longer kept: a page that missed one asks for its state again. */
export class DropLiveEvents2026112720100 implements MigrationInterface {
  name = 'DropLiveEvents2026112720100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_event');
    // The row of no audience says since when there are numbers.
    await runner.query(`INSERT INTO live_cursor (audience, epoch, seq) VALUES ('', '', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM live_cursor WHERE audience = ''`);
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
