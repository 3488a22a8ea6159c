import { Migration, type QueryRunner } from './migration.js';

/** Sign-in codes end with the session that drew them; verification codes know whether they were sent. */
export class TieCodesToSessions2026112120300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Codes live for a minute: those of before the upgrade are not worth keeping.
    await runner.query('DELETE FROM sign_in_code');
    await runner.query(`
      ALTER TABLE sign_in_code ADD COLUMN session_id uuid NOT NULL
        CONSTRAINT sign_in_code_session_fk REFERENCES user_session (id) ON DELETE CASCADE`);
    await runner.query('CREATE INDEX sign_in_code_session_index ON sign_in_code (session_id)');
    await runner.query('ALTER TABLE verification_code ADD COLUMN sent_at timestamptz');
    await runner.query('UPDATE verification_code SET sent_at = requested_at');
  }
}
