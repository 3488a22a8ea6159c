import { Migration, type QueryRunner } from './migration.js';
import { indexNames } from './202611221510-compare-names-as-shown.js';

const named = { user_account: 'user_name', user_removal: 'user_name', node: 'name' } as const;

const indexes = [
  ['user_account_name_key_index', 'user_account', 'name_key', 'user_name_key(user_name)'],
  ['user_account_name_look_index', 'user_account', 'name_look', 'user_name_look(user_name)'],
  ['node_name_key_index', 'node', 'kind, name_key', 'kind, user_name_key(name)'],
  ['node_name_look_index', 'node', 'kind, name_look', 'kind, user_name_look(name)'],
] as const;

/** The keys by which names are compared are computed by the server alone, and stored beside the names. */
export class StoreNameKeys2026112616000 extends Migration {
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
}
