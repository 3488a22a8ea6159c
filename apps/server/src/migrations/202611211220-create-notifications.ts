import { Migration, type QueryRunner } from './migration.js';

/** What people must not miss. */
export class CreateNotifications2026112112200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notification (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT notification_pk PRIMARY KEY,
        user_id uuid NOT NULL
          CONSTRAINT notification_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        read_at timestamptz,
        pushed_at timestamptz
      )`);
    await runner.query('CREATE INDEX notification_user_index ON notification (user_id, id DESC)');
    await runner.query(
      'CREATE INDEX notification_unread_index ON notification (user_id, id DESC) WHERE read_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX notification_unpushed_index ON notification (created_at) WHERE pushed_at IS NULL',
    );
  }
}
