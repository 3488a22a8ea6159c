import { Migration, type QueryRunner } from './migration.js';

/**
 * Who is chosen for each state of the download switch, as rows: they are looked up at every call, and go with their user. Messages
 * to the administrators.
 */
export class PermitDownloads2026112900300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE download_switch_user (
        user_id uuid NOT NULL CONSTRAINT download_switch_user_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        when_on boolean NOT NULL,
        CONSTRAINT download_switch_user_pk PRIMARY KEY (user_id, when_on)
      )`);
    await runner.query(`
      CREATE TABLE feedback (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT feedback_pk PRIMARY KEY,
        user_id uuid CONSTRAINT feedback_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
        message text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        handled_at timestamptz,
        handled_by uuid CONSTRAINT feedback_handled_by_fk REFERENCES user_account (id) ON DELETE SET NULL
      )`);
    await runner.query(
      'CREATE INDEX feedback_created_index ON feedback (created_at DESC, id DESC)',
    );
    await runner.query('CREATE INDEX feedback_user_index ON feedback (user_id, created_at)');
    await runner.query('CREATE INDEX feedback_handled_by_index ON feedback (handled_by)');
    await runner.query(
      'CREATE INDEX feedback_open_index ON feedback (created_at DESC, id DESC) WHERE handled_at IS NULL',
    );
    await runner.query(`
      CREATE TABLE feedback_mail (
        feedback_id uuid NOT NULL CONSTRAINT feedback_mail_feedback_fk REFERENCES feedback (id) ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT feedback_mail_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        added_at timestamptz NOT NULL DEFAULT now(),
        looked_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT feedback_mail_pk PRIMARY KEY (feedback_id, user_id)
      )`);
    await runner.query('CREATE INDEX feedback_mail_looked_index ON feedback_mail (looked_at)');
    await runner.query('CREATE INDEX feedback_mail_user_index ON feedback_mail (user_id)');
    // Until now they stood in the setting, which only a statement by hand could change.
    await runner.query(`
      INSERT INTO download_switch_user (user_id, when_on)
      SELECT account.id, (value ->> 'allowDownload')::boolean
      FROM setting JOIN user_account account ON value -> 'userIds' ? account.id::text
      WHERE key = 'downloadSwitch'`);
  }
}
