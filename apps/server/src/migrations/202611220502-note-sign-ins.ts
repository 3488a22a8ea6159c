import { Migration, type QueryRunner } from './migration.js';

/** When a user last signed in, and whether the password is only good for choosing another. */
export class NoteSignIns2026112205020 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_account
        ADD COLUMN last_sign_in_at timestamptz,
        ADD COLUMN must_change_password boolean NOT NULL DEFAULT false`);
    // What is known of earlier sign-ins.
    await runner.query(`
      UPDATE user_account SET last_sign_in_at = session.latest
      FROM (SELECT user_id, max(created_at) AS latest FROM user_session GROUP BY user_id) session
      WHERE session.user_id = user_account.id`);
  }
}
