import { Migration, type QueryRunner } from './migration.js';

const tables = ['upload', 'download_package', 'download_ticket', 'copy_task'] as const;

/**
 * Names every space by kind and id, ties tickets to sessions and packages to what is in them, keeps what is about to happen
 * to entries, and indexes what sweeps ask for.
 */
export class KeySpaces2026112120110 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} RENAME COLUMN project_id TO space_id`);
      await runner.query(
        `UPDATE ${table} SET space_id = user_id::text WHERE space = 'disk' OR space_id IS NULL`,
      );
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN space_id SET NOT NULL`);
    }
    await runner.query('ALTER TABLE copy_task RENAME COLUMN target_project_id TO target_space_id');
    await runner.query(
      `UPDATE copy_task SET target_space_id = user_id::text
       WHERE target_space = 'disk' OR target_space_id IS NULL`,
    );
    await runner.query('ALTER TABLE copy_task ALTER COLUMN target_space_id SET NOT NULL');
    for (const table of ['download_package', 'copy_task']) {
      await runner.query(`ALTER TABLE ${table} RENAME COLUMN claim TO lease`);
    }
    await runner.query('CREATE INDEX upload_created_index ON upload (created_at)');
    await runner.query('CREATE INDEX download_ticket_expiry_index ON download_ticket (expires_at)');
    await runner.query(
      'CREATE INDEX download_package_expiry_index ON download_package (expires_at)',
    );
    await runner.query(
      'CREATE INDEX download_package_state_index ON download_package (state, touched_at)',
    );
    await runner.query('CREATE INDEX copy_task_state_index ON copy_task (state, touched_at)');
    await runner.query(`
      ALTER TABLE download_package
        ADD COLUMN has_manifest boolean NOT NULL DEFAULT false,
        ADD COLUMN session_id uuid CONSTRAINT download_package_session_fk REFERENCES user_session (id) ON DELETE SET NULL,
        ADD COLUMN ticket_secret bytea`);
    // Such a package has tickets already; a new one is made from a secret of its own.
    await runner.query(
      `UPDATE download_package SET ticket_secret = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`,
    );
    await runner.query('ALTER TABLE download_package ALTER COLUMN ticket_secret SET NOT NULL');
    await runner.query(`
      CREATE INDEX download_package_session_index ON download_package (session_id)
      WHERE session_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE download_package_entry (
        package_id uuid NOT NULL CONSTRAINT download_package_entry_package_fk REFERENCES download_package (id) ON DELETE CASCADE,
        position integer NOT NULL,
        path text NOT NULL,
        size_bytes bigint NOT NULL,
        modified_ms bigint NOT NULL,
        identity text,
        CONSTRAINT download_package_entry_pk PRIMARY KEY (package_id, position)
      )`);
    await runner.query(`
      ALTER TABLE download_ticket
        ADD COLUMN is_pinned boolean NOT NULL DEFAULT false,
        ADD COLUMN session_id uuid CONSTRAINT download_ticket_session_fk REFERENCES user_session (id) ON DELETE CASCADE`);
    await runner.query(`
      CREATE INDEX download_ticket_session_index ON download_ticket (session_id)
      WHERE session_id IS NOT NULL`);
    await runner.query(
      'ALTER TABLE copy_entry ADD COLUMN is_placing boolean NOT NULL DEFAULT false',
    );
    await runner.query('ALTER TABLE disk_account ADD COLUMN measuring jsonb');
    await runner.query(`
      CREATE TABLE space_operation (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT space_operation_pk PRIMARY KEY,
        space text NOT NULL,
        space_id text NOT NULL,
        user_id uuid,
        steps jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE INDEX space_operation_created_index ON space_operation (created_at)',
    );
    // The log names features; what "transfer" was is told by the call.
    await runner.query(`
      UPDATE audit_log SET log_model = CASE
        WHEN method_name ILIKE '%upload%' THEN 'uploads'
        WHEN method_name ILIKE '%copy%' OR method_name ILIKE '%move' THEN 'copies'
        ELSE 'downloads' END
      WHERE log_model = 'transfer'`);
  }
}
