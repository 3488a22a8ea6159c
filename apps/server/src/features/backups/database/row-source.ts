import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import type { Manifest } from '../archive/manifest.js';
import { listDays, listSequences, listTables } from './catalogue.js';
import { isKept } from './kept-tables.js';
import { readRows } from './row-streams.js';

/** A table whose rows come in. */
export interface IncomingTable {
  name: string;
  columns: string[];
  /** Null: nobody counted. */
  rows: number | null;
  days: readonly string[];
}

/** Where rows come from. */
export interface RowSource {
  tables: readonly IncomingTable[];
  sequences: Manifest['sequences'];
  /** It was taken by a version that may have kept other tables. */
  isOlder: boolean;
  /** Streams one after the other, of which the last gives the rows. */
  open(table: IncomingTable): (Readable | Transform)[];
}

/** The rows of an archive, which was checked. */
export function archiveSource(archive: string, { tables, sequences }: Manifest): RowSource {
  const paths = new Map(tables.map(({ name, path }) => [name, path]));
  return {
    tables: tables.map(({ name, columns, rows, days = [] }) => ({ name, columns, rows, days })),
    sequences,
    isOlder: false,
    open: ({ name }) => [createReadStream(join(archive, paths.get(name) ?? '')), createGunzip()],
  };
}

/** The rows of another database. */
export async function databaseSource(client: Client): Promise<RowSource> {
  const tables: IncomingTable[] = [];
  for (const table of await listTables(client)) {
    if (isKept(table.name)) {
      const { name, columns } = table;
      tables.push({
        name,
        columns,
        rows: null,
        days: table.hasDays ? await listDays(client, table) : [],
      });
    }
  }
  const sequences = (await listSequences(client)).flatMap(({ table, column, value }) =>
    value === null || !isKept(table) ? [] : [{ table, column, value: Number(value) }],
  );
  return { tables, sequences, isOlder: false, open: (table) => [readRows(client, table)] };
}
