import { Migration, type QueryRunner } from './migration.js';

/** When each piece of due work is due next, and which run has it (`platform/tasks/due-work.service.ts`). */
export class CreateDueWork2026112700010 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE due_work (
        name text PRIMARY KEY,
        due_at timestamptz NOT NULL,
        lease uuid,
        leased_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
  }
}
