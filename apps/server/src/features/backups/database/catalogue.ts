import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';

/** A table of the schema `public`, as the database tells. */
export interface Table {
  name: string;
  /** In their order, without generated ones. */
  columns: string[];
  /** It stands in tables of days (UTC) by its column `time`. */
  hasDays: boolean;
}

/** What the next number of a column comes from. */
export interface Sequence {
  table: string;
  column: string;
  /** The last number that was given; null: none. */
  value: string | null;
}

/** The tables of the platform, by name. Tables of days are part of theirs. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, relkind = 'p' AS "hasDays",
      array_agg(attname::text ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    GROUP BY relname, relkind ORDER BY relname`);
  return rows;
}

/** The sequences of the tables' columns. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    SELECT owner.relname AS table, attname AS column, pg_sequence_last_value(counter.oid)::text AS value
    FROM pg_class AS counter
      JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = counter.oid AND deptype IN ('a', 'i')
        AND refclassid = 'pg_class'::regclass
      JOIN pg_class AS owner ON owner.oid = refobjid
      JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
    WHERE counter.relkind = 'S' AND counter.relnamespace = 'public'::regnamespace
    ORDER BY 1, 2`);
  return rows;
}

/** The days (UTC, `YYYY-MM-DD`) on which a table of days has rows. */
export async function listDays(client: ClientBase, { name }: Table): Promise<string[]> {
  const table = quoted(name);
  const { rows } = await client.query<{ day: string }>(`
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM (SELECT date_trunc('day', min(time), 'UTC') AS first, max(time) AS last FROM ${table}) AS range,
      generate_series(first, last, interval '24 hours') AS day
    WHERE EXISTS (SELECT FROM ${table} WHERE time >= day AND time < day + interval '24 hours')`);
  return rows.map(({ day }) => day);
}

/** A name as it stands in a statement; it comes from the catalogue. */
export const quoted = (name: string): string => `public.${escapeIdentifier(name)}`;

export const quotedColumns = (columns: readonly string[]): string =>
  columns.map((column) => escapeIdentifier(column)).join(', ');
