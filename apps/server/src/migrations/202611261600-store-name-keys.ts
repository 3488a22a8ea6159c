import type { MigrationInterface, QueryRunner } from 'typeorm';
import { twinKey } from './202611221345-refuse-twin-names.js';
import { indexNames, shown } from './202611221510-compare-names-as-shown.js';

const named = { user_account: 'user_name', user_removal: 'user_name', node: 'name' } as const;

const indexes = [
  ['user_account_name_key_index', 'user_account', 'name_key', 'user_name_key(user_name)'],
  ['user_account_name_look_index', 'user_account', 'name_look', 'user_name_look(user_name)'],
  ['node_name_key_index', 'node', 'kind, name_key', 'kind, user_name_key(name)'],
  ['node_name_look_index', 'node', 'kind, name_look', 'kind, user_name_look(name)'],
] as const;

/** The keys by which names are compared are computed by the server alone, and stored beside the names. */
export class StoreNameKeys2026112616000 implements MigrationInterface {
  name = 'StoreNameKeys2026112616000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name] of Object.entries(named)) {
      await runner.query(`ALTER TABLE ${table} ADD name_key text, ADD name_look text`);
      await runner.query(
        `UPDATE ${table} SET name_key = user_name_key(${name}), name_look = user_name_look(${name})`,
      );
    }
    for (const [index, table, columns] of indexes) {
      await runner.query(`DROP INDEX ${index}`);
      await indexNames(runner, index, table, columns);
    }
    await runner.query('DROP FUNCTION user_name_key, user_name_look');
  }

  async down(runner: QueryRunner): Promise<void> {
    const makeFunction = (name: string, expression: string) =>
      runner.query(`
        CREATE FUNCTION ${name}(user_name text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
        AS $$ SELECT ${expression} $$`);
    await makeFunction('user_name_key', twinKey);
    await makeFunction('user_name_look', twinKey.replace('user_name', shown));
    for (const [index, table, , expressions] of indexes) {
      await runner.query(`DROP INDEX ${index}`);
      await indexNames(runner, index, table, expressions);
    }
    for (const table of Object.keys(named)) {
      await runner.query(`ALTER TABLE ${table} DROP name_key, DROP name_look`);
    }
  }
}
