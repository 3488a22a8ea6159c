import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { Config } from '../../../config/config.js';
import { lockKey } from '../../../platform/database/advisory-locks.js';
import { PlatformSchema } from '../../../platform/database/data-source.js';
import { migrateDatabase } from '../../../platform/database/migrate.js';
import { Timings } from '../../../platform/timings.js';
import { NoScratchDatabaseError } from '../backup.errors.js';
import { openMaintenance } from './maintenance-connection.js';

/** A database beside the platform's own, with the platform's tables. */
export interface Scratch {
  url: string;
  client: Client;
  /** Brings its tables up to those of this version. */
  upgrade(): Promise<void>;
}

/**
 * Databases that are made, used and dropped: a drill and rows of older versions come there first. Their names begin with a prefix that
 * no live one has, and hold a hash of the live one's: several platforms may stand on one PostgreSQL.
 */
@Injectable()
export class ScratchDatabase {
  constructor(
    private readonly config: Config,
    private readonly schema: PlatformSchema,
    private readonly timings: Timings,
  ) {}

  /**
   * Works with a new database whose tables are as after that migration, and drops it. One at a time: whatever an earlier one left
   * is dropped before.
   * @throws NoScratchDatabaseError
   */
  async use<T>(lastMigration: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
    const { databaseUrl } = this.config;
    const live = await openMaintenance(databaseUrl, 'scratch', this.timings.database);
    try {
      await live.query('SET lock_timeout = 0');
      await live.query('SELECT pg_advisory_lock($1, hashtext($2))', lockKey('scratchDatabase'));
      const { name, prefix } = await this.nameOf(live);
      await this.dropAll(live, prefix);
      await create(live, name);
      try {
        return await this.within(name, lastMigration, work);
      } finally {
        await drop(live, prefix, name);
      }
    } finally {
      // The lock goes with the session.
      await live.end();
    }
  }

  private async within<T>(
    name: string,
    lastMigration: string,
    work: (scratch: Scratch) => Promise<T>,
  ): Promise<T> {
    const url = new URL(this.config.databaseUrl);
    url.pathname = `/${name}`;
    const tables = { ...this.schema.until(lastMigration), prepare: [] };
    await migrateDatabase(url.href, tables);
    const client = await openMaintenance(url.href, 'scratch', this.timings.database);
    try {
      const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
      if (rows[0]?.name !== name) {
        throw new Error('The scratch database is not the one that was made.');
      }
      return await work({
        url: url.href,
        client,
        upgrade: () => migrateDatabase(url.href, { ...this.schema.tables, prepare: [] }),
      });
    } finally {
      await client.end();
    }
  }

  private async nameOf(live: Client): Promise<{ name: string; prefix: string }> {
    const { rows } = await live.query<{ name: string }>('SELECT current_database() AS name');
    const liveName = rows[0]?.name ?? '';
    const hash = createHash('sha256').update(liveName).digest('hex').slice(0, 8);
    const prefix = `clusterdesk_drill_${hash}_`;
    if (liveName.startsWith(prefix)) {
      throw new Error('The live database has the name of a scratch database.');
    }
    return { name: `${prefix}${randomUUID().slice(0, 8)}`, prefix };
  }

  /** Nobody uses them: who does holds the lock. */
  private async dropAll(live: Client, prefix: string): Promise<void> {
    const { rows } = await live.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) {
      await drop(live, prefix, name);
    }
  }
}

async function create(live: Client, name: string): Promise<void> {
  const { rows } = await live.query<{ encoding: string; collate: string; ctype: string }>(
    `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate AS collate, datctype AS ctype
     FROM pg_database WHERE datname = current_database()`,
  );
  const { encoding = 'UTF8', collate = 'C', ctype = 'C' } = rows[0] ?? {};
  try {
    await live.query(
      `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0 ENCODING ${escapeLiteral(encoding)}
       LC_COLLATE ${escapeLiteral(collate)} LC_CTYPE ${escapeLiteral(ctype)}`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') {
      const who = await live.query<{ role: string }>('SELECT current_user AS role');
      throw new NoScratchDatabaseError(who.rows[0]?.role ?? '');
    }
    throw error;
  }
}

/** By force: a killed drill may have left a session there, and there alone. */
async function drop(live: Client, prefix: string, name: string): Promise<void> {
  if (!name.startsWith(prefix)) {
    throw new Error('Only a scratch database is dropped.');
  }
  await live.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}
