import { Migration, type QueryRunner } from './migration.js';

/** Equal notifications of one sender to one person within some minutes are one that says how many. */
export class GatherNotifications2026112611100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notification
        ADD sender_id uuid,
        ADD period bigint,
        ADD count integer NOT NULL DEFAULT 1`);
    await runner.query(
      `CREATE UNIQUE INDEX notification_gathered_unique ON notification (user_id, kind, sender_id, period)
         WHERE sender_id IS NOT NULL AND read_at IS NULL`,
    );
  }
}
