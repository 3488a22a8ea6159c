import { Migration, type QueryRunner } from './migration.js';

/** Comments on entries of projects. A row hangs on the entry, so it stays with it wherever that goes, and goes with it for good. */
export class CommentOnEntries2026113009200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE entry_comment (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT entry_comment_pk PRIMARY KEY,
        entry_id bigint NOT NULL
          CONSTRAINT entry_comment_entry_fk REFERENCES space_entry (id) ON DELETE CASCADE,
        author_id uuid
          CONSTRAINT entry_comment_author_fk REFERENCES user_account (id) ON DELETE SET NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(
      'CREATE INDEX entry_comment_entry_index ON entry_comment (entry_id, created_at, id)',
    );
    await runner.query('CREATE INDEX entry_comment_author_index ON entry_comment (author_id)');
  }
}
