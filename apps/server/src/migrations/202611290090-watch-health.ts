import { Migration, type QueryRunner } from './migration.js';

/**
 * In which state each part of the platform is, as administrators were told, and what became of the last messages. Applications that
 * ended are found by when, those that were used, too.
 */
export class WatchHealth2026112900900 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE health_state (
        name text CONSTRAINT health_state_pk PRIMARY KEY,
        state text NOT NULL,
        since timestamptz NOT NULL,
        -- What one look has found; a second makes it the state.
        next_state text,
        next_since timestamptz
      )`);
    await runner.query(`
      CREATE TABLE delivery_outcome (
        way text CONSTRAINT delivery_outcome_pk PRIMARY KEY,
        sent_at timestamptz,
        failed_at timestamptz
      )`);
    await runner.query(
      `CREATE INDEX download_application_decided_index ON download_application (
         (CASE status WHEN 1 THEN expires_at ELSE decided_at END)) WHERE status <> 0`,
    );
  }
}
