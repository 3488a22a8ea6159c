import { Migration, type QueryRunner } from './migration.js';

/** Which connection commands to a node go to, so that a process can tell that there is none. */
export class NoteAgentConnection2026112121100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN connection_id text');
  }
}
