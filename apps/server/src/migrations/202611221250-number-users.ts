import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A number for each user, from which nodes derive the uid of the user's jobs. A sequence never gives one twice. */
export class NumberUsers2026112212500 implements MigrationInterface {
  name = 'NumberUsers2026112212500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_account ADD COLUMN user_number integer GENERATED ALWAYS AS IDENTITY
        CONSTRAINT user_account_number_key UNIQUE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_account DROP COLUMN user_number');
  }
}
