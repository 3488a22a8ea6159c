import { Migration, type QueryRunner } from './migration.js';

/** The licence of the platform: at most one, with what administrators were told of its end. */
export class KeepLicence2026112900400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE licence (
        is_current boolean DEFAULT true CONSTRAINT licence_pk PRIMARY KEY CONSTRAINT licence_current_check CHECK (is_current),
        document text NOT NULL,
        activated_at timestamptz NOT NULL DEFAULT now(),
        told_days integer
      )`);
  }
}
