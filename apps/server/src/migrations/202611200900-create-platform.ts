import { Migration, type QueryRunner } from './migration.js';

/** Settings, and what Socket.IO's PostgreSQL adapter keeps large events in. */
export class CreatePlatform2026112009000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE setting (
        key text CONSTRAINT setting_pk PRIMARY KEY,
        value jsonb NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE socket_io_attachments (
        id bigserial UNIQUE,
        created_at timestamptz DEFAULT now(),
        payload bytea
      )`);
  }
}
