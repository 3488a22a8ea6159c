import { Migration, type QueryRunner } from './migration.js';

/** Live events are numbered and no longer kept: a page that missed one asks for its state again. */
export class DropLiveEvents2026112720100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_event');
    // The row of no audience says since when there are numbers.
    await runner.query(`INSERT INTO live_cursor (audience, epoch, seq) VALUES ('', '', 0)`);
  }
}
