import { Migration, type QueryRunner } from './migration.js';

/** The log keeps what a refusal said, in both languages, for whoever reads it: a code says nothing to them. */
export class KeepRefusals2026112800300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_log ADD error_sentence jsonb');
  }
}
