import { Migration, type QueryRunner } from './migration.js';

/**
 * What users have marked. The row hangs on the entry, so it stays with it wherever that goes; `space` and `space_id` say by which
 * way the user sees it, which for a share is another one than the entry's own.
 */
export class MarkFavourites2026113006000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE favourite (
        user_id uuid NOT NULL
          CONSTRAINT favourite_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        space_id text NOT NULL,
        entry_id bigint NOT NULL
          CONSTRAINT favourite_entry_fk REFERENCES space_entry (id) ON DELETE CASCADE,
        marked_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT favourite_pk PRIMARY KEY (user_id, space, space_id, entry_id)
      )`);
    await runner.query('CREATE INDEX favourite_entry_index ON favourite (entry_id)');
  }
}
