import { Migration, type QueryRunner } from './migration.js';

/** A number for each user, from which nodes derive the uid of the user's jobs. A sequence never gives one twice. */
export class NumberUsers2026112212500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_account ADD COLUMN user_number integer GENERATED ALWAYS AS IDENTITY
        CONSTRAINT user_account_number_key UNIQUE`);
  }
}
