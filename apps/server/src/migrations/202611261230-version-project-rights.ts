import { Migration, type QueryRunner } from './migration.js';

/** The rights of a project's entries have a version; a package keeps the one that its entries were last asked with. */
export class VersionProjectRights2026112612300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_access_version (
        project_id uuid NOT NULL
          CONSTRAINT project_access_version_pk PRIMARY KEY
          CONSTRAINT project_access_version_project_fk REFERENCES project (id) ON DELETE CASCADE,
        version bigint NOT NULL)`);
    await runner.query('ALTER TABLE download_package ADD rights_version text');
  }
}
