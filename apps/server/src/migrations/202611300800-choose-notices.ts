import { Migration, type QueryRunner } from './migration.js';

/** How each user is told of things; and of each notification where it goes. Those of a server before it go to the bell, as they did. */
export class ChooseNotices2026113008000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notification_preference (
        user_id uuid CONSTRAINT notification_preference_pk PRIMARY KEY
          CONSTRAINT notification_preference_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        choices jsonb NOT NULL,
        mail_mode text NOT NULL,
        digest_hour integer NOT NULL,
        quiet_from integer,
        quiet_to integer,
        time_zone text,
        mail_due_at timestamptz,
        mailed_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX notification_preference_due_index ON notification_preference (mail_due_at) WHERE mail_due_at IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE notification
        ADD in_bell boolean NOT NULL DEFAULT true,
        ADD by_browser boolean NOT NULL DEFAULT true,
        ADD to_mail boolean NOT NULL DEFAULT false`);
    await runner.query(
      'CREATE INDEX notification_mail_index ON notification (user_id, id) WHERE to_mail',
    );
  }
}
