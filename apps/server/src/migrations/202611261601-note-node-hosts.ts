import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hosts that lately used a node's credentials: two that take turns are clones. */
export class NoteNodeHosts2026112616010 implements MigrationInterface {
  name = 'NoteNodeHosts2026112616010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE node ADD recent_hosts jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE node DROP recent_hosts');
  }
}
