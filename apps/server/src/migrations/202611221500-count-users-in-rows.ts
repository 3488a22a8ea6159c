import { Migration, type QueryRunner } from './migration.js';

/**
 * User numbers come from a row instead of an identity column. A sequence keeps what a refused creation took, and whoever may add
 * users could use up the uids of nodes with names that are taken; a row is rolled back with the creation.
 */
export class CountUsersInRows2026112215000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_counter (
        is_only boolean CONSTRAINT user_counter_pk PRIMARY KEY DEFAULT true CONSTRAINT user_counter_one_row CHECK (is_only),
        last_number integer NOT NULL
      )`);
    // Numbers of deleted users count too: only the sequence knows them.
    await runner.query(`
      INSERT INTO user_counter (last_number) SELECT
        coalesce(pg_sequence_last_value(pg_get_serial_sequence('user_account', 'user_number')::regclass), 0)`);
    await runner.query(`
      CREATE FUNCTION next_user_number() RETURNS integer VOLATILE LANGUAGE sql
      AS $$ UPDATE user_counter SET last_number = last_number + 1 RETURNING last_number $$`);
    await runner.query(`
      ALTER TABLE user_account
        ALTER COLUMN user_number DROP IDENTITY,
        ALTER COLUMN user_number SET DEFAULT next_user_number()`);
  }
}
