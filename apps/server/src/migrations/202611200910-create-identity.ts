import { Migration, type QueryRunner } from './migration.js';

/** Users, roles, menus, sessions, and the audit log. */
export class CreateIdentity2026112009100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_account (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT user_account_pk PRIMARY KEY,
        user_name text NOT NULL CONSTRAINT user_account_user_name_unique UNIQUE,
        real_name text,
        mobile text,
        email text,
        company_name text,
        company_address text,
        password_hash text NOT NULL,
        is_frozen boolean NOT NULL DEFAULT false,
        effective_from timestamptz,
        expires_at timestamptz,
        can_download boolean NOT NULL DEFAULT true,
        language text NOT NULL DEFAULT 'cn' CONSTRAINT user_account_language_known CHECK (language IN ('cn', 'en')),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE role (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT role_pk PRIMARY KEY,
        role_name text NOT NULL CONSTRAINT role_role_name_unique UNIQUE,
        description text NOT NULL DEFAULT '',
        is_system_administrator boolean NOT NULL DEFAULT false
      )`);
    await runner.query(`
      CREATE TABLE menu (
        id text CONSTRAINT menu_pk PRIMARY KEY,
        parent_id text CONSTRAINT menu_parent_fk REFERENCES menu (id) ON DELETE CASCADE,
        menu_name text NOT NULL,
        menu_name_en text NOT NULL,
        menu_url text NOT NULL,
        menu_icon text,
        menu_type smallint NOT NULL CONSTRAINT menu_type_known CHECK (menu_type IN (1, 2, 3)),
        position integer NOT NULL DEFAULT 0
      )`);
    await runner.query('CREATE INDEX menu_parent_index ON menu (parent_id)');
    await runner.query(`
      CREATE TABLE user_role (
        user_id uuid NOT NULL CONSTRAINT user_role_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        role_id uuid NOT NULL CONSTRAINT user_role_role_fk REFERENCES role (id) ON DELETE CASCADE,
        CONSTRAINT user_role_pk PRIMARY KEY (user_id, role_id)
      )`);
    await runner.query('CREATE INDEX user_role_role_index ON user_role (role_id)');
    await runner.query(`
      CREATE TABLE role_menu (
        role_id uuid NOT NULL CONSTRAINT role_menu_role_fk REFERENCES role (id) ON DELETE CASCADE,
        menu_id text NOT NULL CONSTRAINT role_menu_menu_fk REFERENCES menu (id) ON DELETE CASCADE,
        CONSTRAINT role_menu_pk PRIMARY KEY (role_id, menu_id)
      )`);
    await runner.query('CREATE INDEX role_menu_menu_index ON role_menu (menu_id)');
    await runner.query(`
      CREATE TABLE user_session (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT user_session_pk PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT user_session_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL CONSTRAINT user_session_token_unique UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        address text,
        user_agent text
      )`);
    await runner.query('CREATE INDEX user_session_user_index ON user_session (user_id)');
    await runner.query('CREATE INDEX user_session_expiry_index ON user_session (expires_at)');
    await runner.query(`
      CREATE TABLE audit_log (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_log_pk PRIMARY KEY,
        log_level text NOT NULL,
        log_model text NOT NULL,
        method_name text NOT NULL,
        user_id uuid,
        user_name text,
        error_code text,
        address text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }
}
