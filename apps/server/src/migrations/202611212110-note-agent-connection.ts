import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which connection commands to a node go to, so that a process can tell that there is none. */
export class NoteAgentConnection2026112121100 implements MigrationInterface {
  name = 'NoteAgentConnection2026112121100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node ADD COLUMN connection_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node DROP COLUMN connection_id');
  }
}
