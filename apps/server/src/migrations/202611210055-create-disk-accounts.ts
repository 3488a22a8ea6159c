import { Migration, type QueryRunner } from './migration.js';

/** Users' quotas, and what was measured of their disks. */
export class CreateDiskAccounts2026112100550 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE disk_account (
        user_id uuid CONSTRAINT disk_account_pk PRIMARY KEY
          CONSTRAINT disk_account_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        quota_bytes bigint,
        used_bytes bigint NOT NULL DEFAULT 0,
        trash_bytes bigint NOT NULL DEFAULT 0,
        added_bytes bigint NOT NULL DEFAULT 0,
        measured_at timestamptz
      )`);
  }
}
