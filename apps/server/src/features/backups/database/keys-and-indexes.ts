import { escapeIdentifier, type ClientBase } from 'pg';
import { quoted } from './catalogue.js';

interface ForeignKey {
  table: string;
  name: string;
  /** As PostgreSQL itself says it. */
  definition: string;
}

/**
 * Takes the indexes of these tables away within the transaction, but for those of keys; the returned function puts them back. Made
 * at once from all rows they cost a fraction of what each row costs them.
 */
export async function takeOffIndexes(
  client: ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = ANY ($1::regclass[]) AND relkind = 'i' AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY 1`,
    [tables.map(quoted)],
  );
  for (const { name } of indexes) {
    await client.query(`DROP INDEX ${quoted(name)}`);
  }
  return async () => {
    for (const { definition } of indexes) {
      await client.query(definition);
    }
  };
}

/**
 * Takes the foreign keys from and to these tables away within the transaction, so that rows come in any order, round in a circle too. The
 * returned function puts them back, which looks at every row: one that refers to nothing ends the transaction.
 */
export async function takeOffForeignKeys(
  client: ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND relnamespace = 'public'::regnamespace
       AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
     ORDER BY 1, 2`,
    [tables.map(quoted)],
  );
  for (const { table, name } of keys) {
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  }
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(
        `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`,
      );
    }
  };
}
