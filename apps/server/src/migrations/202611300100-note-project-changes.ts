import { Migration, type QueryRunner } from './migration.js';

/** What changed last in a project, so that a list need not look through its entries. */
export class NoteProjectChanges2026113000100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_change (
        project_id uuid NOT NULL
          CONSTRAINT project_change_pk PRIMARY KEY
          CONSTRAINT project_change_project_fk REFERENCES project (id) ON DELETE CASCADE,
        changed_at timestamptz,
        path text
      )`);
    // Of what came before this version the time is known where it is noted who put something there.
    await runner.query(`
      INSERT INTO project_change (project_id, changed_at)
      SELECT project.id, max(put_at) FROM project LEFT JOIN project_entry ON project_id = project.id GROUP BY project.id`);
  }
}
