import { DatabaseError, escapeIdentifier, type ClientBase } from 'pg';
import { ArchiveDamagedError } from '../backup.errors.js';
import type { Advance } from '../files/files-backup.service.js';
import { listSequences, listTables, quoted, type Table } from './catalogue.js';
import { takeOffForeignKeys, takeOffIndexes } from './keys-and-indexes.js';
import { isEmptied, isKept } from './kept-tables.js';
import type { IncomingTable, RowSource } from './row-source.js';
import { takeRows } from './row-streams.js';

/** How long it waits for those who still use the tables, milliseconds. */
const lockMs = 30_000;

/**
 * Replaces the rows of all kept tables by those of the source, in the transaction that is under way. Everybody else waits for its
 * end; what an archive says is compared with the catalogue before it becomes part of a statement.
 * @throws ArchiveDamagedError when the rows do not fit the tables or each other
 */
export async function replaceRows(
  client: ClientBase,
  source: RowSource,
  advance: Advance,
  signal: AbortSignal,
): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
  const all = await listTables(client);
  const incoming = fitTogether(all, source);
  const tables = all.filter(({ name }) => isKept(name) || isEmptied(name));
  const names = tables.map(({ name }) => name);
  await client.query(`LOCK TABLE ${names.map(quoted).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const putBackKeys = await takeOffForeignKeys(client, names);
  const putBackIndexes = await takeOffIndexes(client, names);
  await client.query(`TRUNCATE TABLE ${names.map(quoted).join(', ')}`);
  try {
    for (const table of incoming) {
      signal.throwIfAborted();
      await makeDays(client, table);
      const rows = await takeRows(client, table, source.open(table), advance, signal);
      if (table.rows !== null && rows !== table.rows) {
        throw new ArchiveDamagedError(table.name);
      }
    }
    await putBackIndexes();
    await putBackKeys();
  } catch (error) {
    throw isUnfit(error) || isUnreadable(error) ? new ArchiveDamagedError('database') : error;
  }
  await moveSequences(client, source);
  // Plans of statements need to know how many rows there are now.
  await client.query(`ANALYZE ${names.map(quoted).join(', ')}`);
}

/**
 * The tables that get rows. An older version may have kept other tables: what it did not keep is empty, and what is not kept today is
 * left out.
 * @throws ArchiveDamagedError when tables or columns differ
 */
function fitTogether(all: readonly Table[], { tables, isOlder }: RowSource): IncomingTable[] {
  const given = new Map(tables.map((table) => [table.name, table]));
  const known = new Map(all.map((table) => [table.name, table]));
  const strange = tables.find(({ name }) => !known.has(name) || (!isOlder && !isKept(name)));
  if (strange !== undefined || given.size !== tables.length) {
    throw new ArchiveDamagedError(strange?.name ?? 'tables');
  }
  return all.flatMap((table) => {
    const incoming = given.get(table.name);
    if (!isKept(table.name) || (isOlder && !incoming)) {
      return [];
    }
    if (!incoming || !isAlike(table, incoming)) {
      throw new ArchiveDamagedError(table.name);
    }
    return incoming;
  });
}

function isAlike({ columns, hasDays }: Table, incoming: IncomingTable): boolean {
  return (
    columns.length === incoming.columns.length &&
    columns.every((column) => incoming.columns.includes(column)) &&
    (hasDays || incoming.days.length === 0)
  );
}

/** Makes the tables of the days that are missing, named as the platform names them. What else stood there goes: it is empty now. */
async function makeDays(client: ClientBase, { name, days }: IncomingTable): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass',
    [quoted(name)],
  );
  const there = new Set(rows.map((row) => row.name));
  const ofDay = (day: string): string => `${name}_${day.replaceAll('-', '_')}`;
  for (const old of there) {
    if (!/_\d{4}_\d{2}_\d{2}$/.test(old)) {
      await client.query(`DROP TABLE ${quoted(old)}`);
    }
  }
  for (const day of days) {
    if (!there.has(ofDay(day))) {
      const from = new Date(`${day}T00:00:00Z`);
      const to = new Date(from.getTime() + 86_400_000);
      await client.query(
        `CREATE TABLE ${quoted(ofDay(day))} PARTITION OF ${quoted(name)} FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
      );
    }
  }
}

/** Behind all that was given, here and there: an agent may still know the number of a job that is not among these rows. */
async function moveSequences(client: ClientBase, { sequences }: RowSource): Promise<void> {
  for (const { table, column, value } of await listSequences(client)) {
    if (!isKept(table)) {
      continue;
    }
    const given = sequences.find((one) => one.table === table && one.column === column);
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), last) FROM (
         SELECT greatest(max(${escapeIdentifier(column)}), $3::bigint, $4::bigint) AS last FROM ${quoted(table)}
       ) AS numbers WHERE last IS NOT NULL`,
      [quoted(table), column, value, given?.value ?? null],
    );
  }
}

/** PostgreSQL could not read a value (class 22), or a row breaks a rule of its table (class 23). */
function isUnfit(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}

/** What was compressed cannot be read. */
const isUnreadable = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));
