import { Migration, type QueryRunner } from './migration.js';

const underWay = "state IN ('waiting', 'running')";

const leased = `
  state text NOT NULL DEFAULT 'waiting',
  phase text,
  done_bytes bigint NOT NULL DEFAULT 0,
  total_bytes bigint NOT NULL DEFAULT 0,
  message jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  touched_at timestamptz NOT NULL DEFAULT now()`;

/** Backups and restorings, which the worker carries out under a lease. Their archives lie in the folder of backups. */
export class TakeBackups2026112900100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE backup (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT backup_pk PRIMARY KEY,
        kind text NOT NULL,
        with_files boolean NOT NULL,
        user_id uuid CONSTRAINT backup_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
        size_bytes bigint,
        version text,
        is_here boolean NOT NULL DEFAULT false,
        is_stored boolean NOT NULL DEFAULT false,
        ${leased}
      )`);
    // One is taken at a time.
    await runner.query(
      `CREATE UNIQUE INDEX backup_under_way_index ON backup ((true)) WHERE ${underWay}`,
    );
    await runner.query('CREATE INDEX backup_created_index ON backup (created_at DESC, id DESC)');
    await runner.query(`
      CREATE TABLE backup_restoring (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT backup_restoring_pk PRIMARY KEY,
        backup_id uuid NOT NULL,
        user_id uuid CONSTRAINT backup_restoring_user_fk REFERENCES user_account (id) ON DELETE SET NULL,
        ${leased}
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX backup_restoring_under_way_index ON backup_restoring ((true)) WHERE ${underWay}`,
    );
  }
}
