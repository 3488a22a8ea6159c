import { Migration, type QueryRunner } from './migration.js';

/**
 * Files that were replaced are kept, each by a row that hangs on the known entry of its file: it goes with the entry by itself, and is
 * due to be freed when that is gone for good. A ticket may stand for a version.
 */
export class KeepVersions2026113005000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_version (
        id uuid CONSTRAINT file_version_pk PRIMARY KEY,
        entry_id bigint CONSTRAINT file_version_entry_fk REFERENCES space_entry (id) ON DELETE SET NULL,
        space text NOT NULL,
        space_id text NOT NULL,
        size_bytes bigint NOT NULL,
        modified_at timestamptz NOT NULL,
        replaced_at timestamptz NOT NULL DEFAULT now(),
        replaced_by uuid CONSTRAINT file_version_replacer_fk REFERENCES user_account (id) ON DELETE SET NULL,
        taken_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX file_version_entry_index ON file_version (entry_id, replaced_at)',
    );
    await runner.query(
      'CREATE INDEX file_version_space_index ON file_version (space, space_id, replaced_at)',
    );
    await runner.query('CREATE INDEX file_version_age_index ON file_version (replaced_at)');
    await runner.query('CREATE INDEX file_version_replacer_index ON file_version (replaced_by)');
    await runner.query('ALTER TABLE download_ticket ADD COLUMN version_id uuid');
  }
}
