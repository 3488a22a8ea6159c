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
    // Until now they stood in the setting, which only a statement by hand could change.
    await runner.query(`
      INSERT INTO download_switch_user (user_id, when_on)
      SELECT account.id, (value ->> 'allowDownload')::boolean
      FROM setting JOIN user_account account ON value -> 'userIds' ? account.id::text
      WHERE key = 'downloadSwitch'`);
  }
}
