import { Migration, type QueryRunner } from './migration.js';

/** Resumable uploads, download packages and download tickets. */
export class CreateTransfer2026112009400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload (
        id text CONSTRAINT upload_pk PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT upload_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        project_id text,
        target_dir text NOT NULL,
        file_name text NOT NULL,
        conflict text NOT NULL,
        size_bytes bigint NOT NULL,
        metadata jsonb NOT NULL,
        file_identity text,
        placed_path text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX upload_user_index ON upload (user_id)');
    await runner.query(`
      CREATE TABLE download_package (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT download_package_pk PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT download_package_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        project_id text,
        paths jsonb NOT NULL,
        fingerprint text NOT NULL,
        file_name text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        total_bytes bigint NOT NULL,
        total_files integer NOT NULL,
        done_bytes bigint NOT NULL DEFAULT 0,
        done_files integer NOT NULL DEFAULT 0,
        is_partial boolean NOT NULL DEFAULT false,
        message jsonb,
        attempts integer NOT NULL DEFAULT 0,
        claim uuid,
        touched_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX download_package_user_index ON download_package (user_id)');
    await runner.query(`
      CREATE UNIQUE INDEX download_package_reuse_unique ON download_package (user_id, fingerprint)
      WHERE state <> 'failed' AND NOT is_partial`);
    await runner.query(`
      CREATE TABLE download_ticket (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT download_ticket_pk PRIMARY KEY,
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL CONSTRAINT download_ticket_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        project_id text,
        files jsonb NOT NULL,
        package_id uuid CONSTRAINT download_ticket_package_fk REFERENCES download_package (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX download_ticket_token_unique ON download_ticket (token_hash)',
    );
    await runner.query('CREATE INDEX download_ticket_user_index ON download_ticket (user_id)');
    await runner.query(
      'CREATE INDEX download_ticket_package_index ON download_ticket (package_id)',
    );
  }
}
