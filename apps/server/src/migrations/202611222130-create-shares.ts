import { Migration, type QueryRunner } from './migration.js';

/** Shares, their entries, who has them, and what was done with them. */
export class CreateShares2026112221300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE share (
        id text CONSTRAINT share_pk PRIMARY KEY,
        owner_id uuid NOT NULL
          CONSTRAINT share_owner_fk REFERENCES user_account (id) ON DELETE CASCADE,
        share_type smallint NOT NULL,
        verification text,
        expires_at timestamptz,
        is_expiry_told boolean NOT NULL DEFAULT false,
        is_drop_box boolean NOT NULL DEFAULT false,
        download_limit integer,
        downloads integer NOT NULL DEFAULT 0,
        last_visit_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX share_owner_index ON share (owner_id, created_at)');
    // Links whose end somebody has to be told of; empty but for those that run.
    await runner.query(
      'CREATE INDEX share_expiry_index ON share (expires_at) WHERE expires_at IS NOT NULL AND NOT is_expiry_told',
    );
    // Whose validity has just turned is asked for again and again.
    await runner.query(
      'CREATE INDEX user_account_expiry_index ON user_account (expires_at) WHERE expires_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX user_account_begin_index ON user_account (effective_from) WHERE effective_from IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE share_path (
        share_id text NOT NULL
          CONSTRAINT share_path_share_fk REFERENCES share (id) ON DELETE CASCADE,
        "position" integer NOT NULL,
        owner_id uuid NOT NULL,
        path text NOT NULL,
        is_directory boolean NOT NULL,
        trash_id text,
        CONSTRAINT share_path_pk PRIMARY KEY (share_id, "position")
      )`);
    // A path may be longer than an index row; its beginning narrows enough.
    await runner.query(
      `CREATE INDEX share_path_place_index ON share_path (owner_id, (left(path, 200)) COLLATE "C")`,
    );
    // By the folder that an entry lies in.
    await runner.query(
      `CREATE INDEX share_path_folder_index
         ON share_path (owner_id, md5(regexp_replace(path, '/[^/]*$', '')))`,
    );
    await runner.query(
      'CREATE INDEX share_path_trash_index ON share_path (owner_id, trash_id) WHERE trash_id IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE share_receiver (
        share_id text NOT NULL
          CONSTRAINT share_receiver_share_fk REFERENCES share (id) ON DELETE CASCADE,
        user_id uuid NOT NULL
          CONSTRAINT share_receiver_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        has_left boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT share_receiver_pk PRIMARY KEY (share_id, user_id)
      )`);
    await runner.query(
      'CREATE INDEX share_receiver_user_index ON share_receiver (user_id, created_at)',
    );
    await runner.query(`
      CREATE TABLE share_visit (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT share_visit_pk PRIMARY KEY,
        share_id text NOT NULL
          CONSTRAINT share_visit_share_fk REFERENCES share (id) ON DELETE CASCADE,
        user_id uuid
          CONSTRAINT share_visit_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
        action text NOT NULL,
        paths jsonb NOT NULL,
        entries integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX share_visit_share_index ON share_visit (share_id, id)');
    await runner.query('CREATE INDEX share_visit_user_index ON share_visit (user_id)');
  }
}
