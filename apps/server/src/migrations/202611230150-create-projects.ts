import { Migration, type QueryRunner } from './migration.js';

/** Projects, who is in them, what is known of their entries, and applications for downloads. */
export class CreateProjects2026112301500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createProjects(runner);
    await createEntries(runner);
    await createApplications(runner);
  }
}

async function createProjects(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE project (
      id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT project_pk PRIMARY KEY,
      project_name text NOT NULL,
      description text NOT NULL DEFAULT '',
      owner_id uuid
        CONSTRAINT project_owner_fk REFERENCES user_account (id) ON DELETE SET NULL,
      admin_id uuid
        CONSTRAINT project_admin_fk REFERENCES user_account (id) ON DELETE SET NULL,
      approval_days integer NOT NULL,
      approvers_needed smallint NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    )`);
  await runner.query(
    `CREATE UNIQUE INDEX project_name_unique ON project (owner_id, lower(project_name))
       WHERE deleted_at IS NULL`,
  );
  await runner.query('CREATE INDEX project_admin_index ON project (admin_id)');
  await runner.query(
    'CREATE INDEX project_deleted_index ON project (deleted_at) WHERE deleted_at IS NOT NULL',
  );
  await runner.query(`
    CREATE TABLE project_member (
      project_id uuid NOT NULL
        CONSTRAINT project_member_project_fk REFERENCES project (id) ON DELETE CASCADE,
      user_id uuid NOT NULL
        CONSTRAINT project_member_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT project_member_pk PRIMARY KEY (project_id, user_id)
    )`);
  await runner.query('CREATE INDEX project_member_user_index ON project_member (user_id)');
  await runner.query(`
    CREATE TABLE project_tag (
      id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT project_tag_pk PRIMARY KEY,
      project_id uuid NOT NULL
        CONSTRAINT project_tag_project_fk REFERENCES project (id) ON DELETE CASCADE,
      tag_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(
    'CREATE UNIQUE INDEX project_tag_name_unique ON project_tag (project_id, lower(tag_name))',
  );
  await runner.query(`
    CREATE TABLE project_account (
      project_id uuid NOT NULL CONSTRAINT project_account_pk PRIMARY KEY
        CONSTRAINT project_account_project_fk REFERENCES project (id) ON DELETE CASCADE,
      quota_bytes bigint,
      used_bytes bigint NOT NULL DEFAULT 0,
      trash_bytes bigint NOT NULL DEFAULT 0,
      added_bytes bigint NOT NULL DEFAULT 0,
      measuring jsonb,
      measured_at timestamptz
    )`);
}

async function createEntries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE project_entry (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT project_entry_pk PRIMARY KEY,
      project_id uuid NOT NULL
        CONSTRAINT project_entry_project_fk REFERENCES project (id) ON DELETE CASCADE,
      path text NOT NULL,
      path_key bytea NOT NULL,
      put_by uuid
        CONSTRAINT project_entry_put_by_fk REFERENCES user_account (id) ON DELETE SET NULL,
      put_at timestamptz,
      switches smallint,
      saved_by uuid
        CONSTRAINT project_entry_saved_by_fk REFERENCES user_account (id) ON DELETE SET NULL,
      saved_at timestamptz,
      trash_id text
    )`);
  await runner.query(
    `CREATE UNIQUE INDEX project_entry_place_unique ON project_entry (project_id, path_key)
       WHERE trash_id IS NULL`,
  );
  // A path may be longer than an index row; its beginning narrows enough to find what lies below a folder.
  await runner.query(
    `CREATE INDEX project_entry_place_index ON project_entry (project_id, (left(path, 200)) COLLATE "C")`,
  );
  await runner.query(
    'CREATE INDEX project_entry_trash_index ON project_entry (project_id, trash_id) WHERE trash_id IS NOT NULL',
  );
  await runner.query('CREATE INDEX project_entry_put_by_index ON project_entry (put_by)');
  await runner.query('CREATE INDEX project_entry_saved_by_index ON project_entry (saved_by)');
}

async function createApplications(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE download_application (
      id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT download_application_pk PRIMARY KEY,
      project_id uuid NOT NULL
        CONSTRAINT download_application_project_fk REFERENCES project (id) ON DELETE CASCADE,
      user_id uuid NOT NULL
        CONSTRAINT download_application_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
      status smallint NOT NULL DEFAULT 0,
      ending text,
      reason text NOT NULL DEFAULT '',
      approvers_needed smallint NOT NULL,
      entries integer NOT NULL,
      files integer NOT NULL,
      bytes bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      expires_at timestamptz,
      is_expiry_told boolean NOT NULL DEFAULT false,
      used_at timestamptz
    )`);
  await runner.query(
    'CREATE INDEX download_application_user_index ON download_application (user_id, created_at)',
  );
  await runner.query(
    'CREATE INDEX download_application_project_index ON download_application (project_id, status, created_at)',
  );
  await runner.query(
    `CREATE INDEX download_application_expiry_index ON download_application (expires_at)
       WHERE expires_at IS NOT NULL AND NOT is_expiry_told`,
  );
  for (const [table, columns] of [
    ['application_entry', 'is_directory boolean NOT NULL'],
    [
      'application_file',
      'size_bytes bigint NOT NULL, modified_ms bigint NOT NULL, identity text NOT NULL',
    ],
  ] as const) {
    await runner.query(`
      CREATE TABLE ${table} (
        application_id uuid NOT NULL
          CONSTRAINT ${table}_application_fk REFERENCES download_application (id) ON DELETE CASCADE,
        "position" integer NOT NULL,
        project_id uuid NOT NULL,
        path text NOT NULL,
        applied_path text NOT NULL,
        trash_id text,
        ${columns},
        CONSTRAINT ${table}_pk PRIMARY KEY (application_id, "position")
      )`);
    await runner.query(
      `CREATE INDEX ${table}_place_index ON ${table} (project_id, (left(path, 200)) COLLATE "C")`,
    );
    await runner.query(
      `CREATE INDEX ${table}_trash_index ON ${table} (project_id, trash_id) WHERE trash_id IS NOT NULL`,
    );
  }
  await runner.query(`
    CREATE TABLE application_vote (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT application_vote_pk PRIMARY KEY,
      application_id uuid NOT NULL
        CONSTRAINT application_vote_application_fk REFERENCES download_application (id) ON DELETE CASCADE,
      user_id uuid
        CONSTRAINT application_vote_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
      is_yes boolean NOT NULL,
      reason text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(
    'CREATE INDEX application_vote_application_index ON application_vote (application_id)',
  );
  await runner.query('CREATE INDEX application_vote_user_index ON application_vote (user_id)');
}
