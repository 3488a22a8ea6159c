import { Migration, type QueryRunner } from './migration.js';

/** Copies of entries, and what is there of each. */
export class CreateCopies2026112100500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE copy_task (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT copy_task_pk PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT copy_task_user_fk REFERENCES user_account (id) ON DELETE CASCADE,
        space text NOT NULL,
        project_id text,
        paths jsonb NOT NULL,
        target_space text NOT NULL,
        target_project_id text,
        dir text NOT NULL,
        conflict text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        total_bytes bigint NOT NULL,
        total_files integer NOT NULL,
        done_bytes bigint NOT NULL DEFAULT 0,
        done_files integer NOT NULL DEFAULT 0,
        placed_bytes bigint NOT NULL DEFAULT 0,
        quota_account text,
        message jsonb,
        error_code text,
        error_status integer,
        attempts integer NOT NULL DEFAULT 0,
        claim uuid,
        touched_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX copy_task_user_index ON copy_task (user_id)');
    await runner.query(`
      CREATE INDEX copy_task_quota_index ON copy_task (quota_account)
      WHERE state IN ('waiting', 'copying') AND quota_account IS NOT NULL`);
    await runner.query(`
      CREATE TABLE copy_entry (
        copy_id uuid NOT NULL CONSTRAINT copy_entry_task_fk REFERENCES copy_task (id) ON DELETE CASCADE,
        position integer NOT NULL,
        staged text NOT NULL,
        identity text,
        is_directory boolean NOT NULL,
        bytes bigint NOT NULL,
        files integer NOT NULL,
        notes jsonb NOT NULL,
        placed_path text,
        CONSTRAINT copy_entry_pk PRIMARY KEY (copy_id, position)
      )`);
  }
}
