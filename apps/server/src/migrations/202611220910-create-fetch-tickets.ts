import { Migration, type QueryRunner } from './migration.js';

/** Single-use tickets of a session, with which a browser fetches a job's output or a client by itself. */
export class CreateFetchTickets2026112209100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fetch_ticket (
        ticket_hash bytea CONSTRAINT fetch_ticket_pk PRIMARY KEY,
        user_id uuid NOT NULL
          CONSTRAINT fetch_ticket_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        session_id uuid NOT NULL
          CONSTRAINT fetch_ticket_session_fk REFERENCES user_session (id) ON DELETE CASCADE,
        purpose text NOT NULL,
        subject text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX fetch_ticket_user_index ON fetch_ticket (user_id)');
    await runner.query('CREATE INDEX fetch_ticket_session_index ON fetch_ticket (session_id)');
  }
}
