import { Migration, type QueryRunner } from './migration.js';
import { twinKey } from './202611221345-refuse-twin-names.js';

/** As names are written, a capital I is an l, and a capital L is not (`features/users/names/user-name.ts`). */
const shown = `translate(normalize(user_name, NFKC), 'LIƖ\u0406\u0399', '|llll')`;

/** Letters that nobody sees, or that turn others around. */
const unseen = String.raw`[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]`;

/** Names are compared as they are shown too, and those of nodes as those of users: normalised, and none like another. */
export class CompareNamesAsShown2026112215100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION user_name_look(user_name text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
      AS $$ SELECT ${twinKey.replace('user_name', shown)} $$`);
    const clean = `normalize(regexp_replace(node.name, '${unseen}', '', 'g'), NFKC)`;
    await runner.query(`
      UPDATE node SET name = ${clean} || CASE
        WHEN EXISTS (SELECT 1 FROM node other WHERE other.kind = node.kind AND other.id <> node.id
                     AND ${clean.replace('node.', 'other.')} = ${clean}) THEN '-' || left(id::text, 8) ELSE '' END
      WHERE name <> ${clean}`);
    await runner.query(`
      ALTER TABLE node ADD CONSTRAINT node_name_normalized
      CHECK (name IS NFKC NORMALIZED AND name !~ '${unseen}')`);
    await indexNames(
      runner,
      'user_account_name_look_index',
      'user_account',
      'user_name_look(user_name)',
    );
    await indexNames(runner, 'node_name_key_index', 'node', 'kind, user_name_key(name)');
    await indexNames(runner, 'node_name_look_index', 'node', 'kind, user_name_look(name)');
  }
}

/** Of names that are alike already, the first is held against new ones. */
export async function indexNames(
  runner: QueryRunner,
  index: string,
  table: string,
  names: string,
): Promise<void> {
  const later: { id: string }[] = await runner.query(
    `SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY ${names} ORDER BY created_at, id) AS nth FROM ${table}) named
     WHERE nth > 1`,
  );
  const except =
    later.length === 0 ? '' : `WHERE id NOT IN (${later.map(({ id }) => `'${id}'`).join()})`;
  await runner.query(`CREATE UNIQUE INDEX ${index} ON ${table} (${names}) ${except}`);
}
