import { Migration, type QueryRunner } from './migration.js';

/** The files that each user touched last. A path may be longer than an index row, so its digest stands in the index. */
export class CreateRecentFiles2026112205010 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE recent_file (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT recent_file_pk PRIMARY KEY,
        user_id uuid NOT NULL
          CONSTRAINT recent_file_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        space_id text NOT NULL,
        path text NOT NULL,
        used_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX recent_file_unique ON recent_file (user_id, space, space_id, md5(path))',
    );
    await runner.query('CREATE INDEX recent_file_user_index ON recent_file (user_id, used_at)');
    await runner.query('CREATE INDEX recent_file_space_index ON recent_file (space, space_id)');
  }
}
