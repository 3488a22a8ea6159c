import { Migration, type QueryRunner } from './migration.js';

/** Drop boxes that people without an account add files to: what their owners allow, who came, and whose an upload is. */
export class LetVisitorsAdd2026113012000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE share
        ADD COLUMN for_visitors boolean NOT NULL DEFAULT false,
        ADD COLUMN visitor_title text,
        ADD COLUMN visitor_max_bytes bigint,
        ADD COLUMN visitor_max_files integer,
        ADD COLUMN visitor_bytes bigint NOT NULL DEFAULT 0,
        ADD COLUMN visitor_files integer NOT NULL DEFAULT 0`);
    await runner.query(`
      CREATE TABLE share_visitor (
        id uuid CONSTRAINT share_visitor_pk PRIMARY KEY,
        share_id text NOT NULL
          CONSTRAINT share_visitor_share_fk REFERENCES share (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL,
        name text NOT NULL,
        address text NOT NULL,
        address_key text NOT NULL,
        files integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX share_visitor_token_unique ON share_visitor (token_hash)',
    );
    await runner.query('CREATE INDEX share_visitor_share_index ON share_visitor (share_id)');
    await runner.query('CREATE INDEX share_visitor_expiry_index ON share_visitor (expires_at)');
    await runner.query('CREATE INDEX share_visitor_address_index ON share_visitor (address_key)');
    await runner.query(`
      ALTER TABLE upload
        ADD COLUMN visitor_id uuid
          CONSTRAINT upload_visitor_fk REFERENCES share_visitor (id) ON DELETE CASCADE`);
    await runner.query(
      'CREATE INDEX upload_visitor_index ON upload (visitor_id) WHERE visitor_id IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE share_visit
        ADD COLUMN visitor_id uuid,
        ADD COLUMN visitor_name text,
        ADD COLUMN visitor_address text`);
  }
}
