import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { Config } from '../../../config/config.js';
import { Timings } from '../../../platform/timings.js';
import type { ArchivePart, Manifest } from '../archive/manifest.js';
import type { Advance } from '../files/files-backup.service.js';
import { listDays, listSequences, listTables, quoted } from './catalogue.js';
import { isKept } from './kept-tables.js';
import { openMaintenance } from './maintenance-connection.js';
import { readRows, writeRows } from './row-streams.js';

/** What a manifest says of the rows. */
export type DumpedDatabase = Pick<
  Manifest,
  'lastMigration' | 'takenAt' | 'tables' | 'sequences'
> & { parts: ArchivePart[] };

/** Writes the rows of the running platform. */
@Injectable()
export class DatabaseDump {
  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  /** How many bytes there are to be read, roughly: rows as they are stored. */
  measure(): Promise<number> {
    return this.connected(async (client) => {
      const names = (await listTables(client)).map(({ name }) => name).filter(isKept);
      const { rows } = await client.query<{ bytes: string }>(
        `SELECT coalesce(sum(pg_table_size(relid)), 0) AS bytes
         FROM unnest($1::text[]) AS name, pg_partition_tree(('public.' || quote_ident(name))::regclass)`,
        [names],
      );
      return Number(rows[0]?.bytes ?? 0);
    });
  }

  /**
   * Writes all kept tables as of one moment into the folder of an archive, as `database/<table>.copy.gz`. Others read and write
   * meanwhile; only what changes tables themselves waits.
   */
  write(into: string, advance: Advance, signal: AbortSignal): Promise<DumpedDatabase> {
    return this.connected(async (client) => {
      await begin(client);
      const takenAt = await readTime(client);
      const tables: Manifest['tables'] = [];
      const parts: ArchivePart[] = [];
      await mkdir(join(into, 'database'), { mode: 0o700 });
      for (const table of await listTables(client)) {
        if (!isKept(table.name)) {
          continue;
        }
        signal.throwIfAborted();
        const path = `database/${table.name}.copy.gz`;
        const days = table.hasDays ? await listDays(client, table) : undefined;
        const rows = readRows(client, table);
        const written = await writeRows(rows, join(into, path), advance, signal);
        parts.push({ path, bytes: written.bytes, sha256: written.sha256 });
        const { name, columns } = table;
        tables.push({ name, columns, rows: written.rows, path, ...(days && { days }) });
      }
      const sequences = await listSequences(client);
      const lastMigration = await readLastMigration(client);
      await client.query('COMMIT');
      await flushFolder(join(into, 'database'));
      return {
        lastMigration,
        takenAt,
        tables,
        parts,
        // Numbers are never given twice: those of rows that are gone count, too.
        sequences: sequences.flatMap(({ table, column, value }) =>
          value === null || !isKept(table) ? [] : [{ table, column, value: Number(value) }],
        ),
      };
    });
  }

  private async connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await openMaintenance(this.config.databaseUrl, 'backup', this.timings.database);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}

/** One moment for all statements. The locks are those of any reader: no table is altered or emptied until the end. */
async function begin(client: Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name).filter(isKept);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The moment is that of the first statement after it.
  await client.query(`LOCK TABLE ${names.map(quoted).join(', ')} IN ACCESS SHARE MODE`);
}

/** After the moment itself, so that no row is younger. */
async function readTime(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return (rows[0]?.at ?? new Date()).toISOString();
}

async function readLastMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1',
  );
  return rows[0]?.name ?? '';
}

/** New names in a folder survive a power cut when this returns. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
