import { Migration, type QueryRunner } from './migration.js';

/**
 * A job works in a disk or in a project, there perhaps sealed and with the entries that it is given alone. Where a job's output lies as a
 * file is kept with the job. A node tells whether it can show jobs single entries of projects.
 */
export class WorkInProjects2026112803000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE script_job ADD COLUMN space text NOT NULL DEFAULT 'disk',
        ADD COLUMN space_id uuid,
        ADD COLUMN is_sealed boolean NOT NULL DEFAULT false,
        ADD COLUMN inputs text[] NOT NULL DEFAULT '{}',
        ADD COLUMN results_dir text,
        ADD COLUMN log_path text`);
    await runner.query(
      'ALTER TABLE node ADD COLUMN takes_project_files boolean NOT NULL DEFAULT false',
    );
  }
}
