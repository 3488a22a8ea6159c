import { Migration, type QueryRunner } from './migration.js';

/**
 * Verification codes, and what they have confirmed, end with the session that asked for them. The row stays, for the pause
 * between two sends. Codes of before the upgrade, which live for minutes, end with it.
 */
export class EndVerificationCodes2026112213100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE verification_code ADD COLUMN session_id uuid
        CONSTRAINT verification_code_session_fk REFERENCES user_session (id) ON DELETE SET NULL`);
    await runner.query(
      'CREATE INDEX verification_code_session_index ON verification_code (session_id)',
    );
  }
}
