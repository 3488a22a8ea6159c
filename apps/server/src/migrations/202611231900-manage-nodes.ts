import { Migration, type QueryRunner } from './migration.js';

/** What people set of nodes, whom desktops are assigned to, and the sessions on them. */
export class ManageNodes2026112319000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE node
        ADD COLUMN wan_ip text NOT NULL DEFAULT '',
        ADD COLUMN desktop_port integer NOT NULL DEFAULT 300,
        ADD COLUMN revoked_at timestamptz`);
    await runner.query(`
      CREATE TABLE desktop_user (
        node_id uuid NOT NULL CONSTRAINT desktop_user_node_fk REFERENCES node (id) ON DELETE CASCADE,
        user_id uuid NOT NULL CONSTRAINT desktop_user_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT desktop_user_pk PRIMARY KEY (node_id, user_id)
      )`);
    await runner.query('CREATE INDEX desktop_user_user_index ON desktop_user (user_id)');
    await runner.query(`
      CREATE TABLE desktop_session (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT desktop_session_pk PRIMARY KEY,
        node_id uuid NOT NULL CONSTRAINT desktop_session_node_fk REFERENCES node (id) ON DELETE CASCADE,
        session_key text NOT NULL,
        kind text NOT NULL,
        host_user text NOT NULL,
        display text NOT NULL DEFAULT '',
        started_at timestamptz NOT NULL,
        idle_since timestamptz,
        CONSTRAINT desktop_session_key_unique UNIQUE (node_id, session_key)
      )`);
    await runner.query('CREATE INDEX desktop_session_user_index ON desktop_session (host_user)');
  }
}
