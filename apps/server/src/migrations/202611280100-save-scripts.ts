import { Migration, type QueryRunner } from './migration.js';

/** Scripts that people keep, whom they share them with, and the variables of a job's script. */
export class SaveScripts2026112801000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_script (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT saved_script_pk PRIMARY KEY,
        owner_id uuid CONSTRAINT saved_script_owner_fk REFERENCES user_account (id) ON DELETE SET NULL,
        job_name text NOT NULL,
        script text NOT NULL,
        work_dir text NOT NULL DEFAULT '/',
        queue_name text,
        cpus integer,
        max_minutes integer,
        parameters jsonb NOT NULL DEFAULT '[]',
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX saved_script_owner_index ON saved_script (owner_id)');
    await createShares(runner, 'queue', 'compute_queue');
    await createShares(runner, 'project', 'project');
    await runner.query(`ALTER TABLE script_job ADD COLUMN variables jsonb NOT NULL DEFAULT '{}'`);
  }
}

async function createShares(runner: QueryRunner, kind: string, table: string): Promise<void> {
  const name = `saved_script_${kind}`;
  await runner.query(`
    CREATE TABLE ${name} (
      script_id uuid NOT NULL CONSTRAINT ${name}_script_fk REFERENCES saved_script (id) ON DELETE CASCADE,
      ${kind}_id uuid NOT NULL CONSTRAINT ${name}_${kind}_fk REFERENCES ${table} (id) ON DELETE CASCADE,
      CONSTRAINT ${name}_pk PRIMARY KEY (script_id, ${kind}_id)
    )`);
  await runner.query(`CREATE INDEX ${name}_${kind}_index ON ${name} (${kind}_id)`);
}
