import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Client, QueryResult, QueryResultRow } from 'pg';
import { lockKey, type AdvisoryLock } from '../database/advisory-locks.js';
import { readDatabaseFailure } from '../database/database-failure.js';
import { Postgres } from '../database/postgres.js';

/** The channel on which processes ask each other for an upload. */
const channel = 'clusterdesk_upload_wanted';

/** What the holder of locks is told. */
interface Holder {
  /** Another process waits for this key. */
  onWanted: (key: string) => void;
  /** The connection broke and all locks were lost: who works under them must stop. */
  onLost: () => void;
}

/**
 * The process's one connection for advisory locks of a session, of uploads and of turns: they are released the moment
 * the process ends, however it ends, and need no row and no timer. Opened for the first lock.
 */
@Injectable()
export class SessionLocks implements OnApplicationShutdown {
  private opening: Promise<Client> | null = null;
  private readonly holders: Holder[] = [];

  constructor(private readonly postgres: Postgres) {}

  /** Call once, when the holder is made. */
  addHolder(holder: Holder): void {
    this.holders.push(holder);
  }

  /** Whether the lock was free. A session can take its own lock again; the caller must prevent that. */
  async tryLock(lock: AdvisoryLock, key: string): Promise<boolean> {
    const { rows } = await this.ask<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
      lockKey(lock, key),
    );
    return rows[0]?.locked === true;
  }

  /**
   * Not waited for: who held the lock has its answer, and what the session is asked later is asked after this. A session
   * that cannot be asked is closed, which the log says, and its locks go with it.
   */
  unlock(lock: AdvisoryLock, key: string): void {
    this.ask('SELECT pg_advisory_unlock($1, hashtext($2))', lockKey(lock, key)).catch(
      () => undefined,
    );
  }

  /** Asks the holder to release the lock. */
  async want(key: string): Promise<void> {
    await this.ask('SELECT pg_notify($1, $2)', [channel, key]);
  }

  async onApplicationShutdown(): Promise<void> {
    const client = await this.opening?.catch(() => null);
    this.opening = null;
    await client?.end();
  }

  /**
   * A stalled connection is closed at its deadline, which releases all locks.
   * @throws DatabaseAwayError
   */
  private async ask<T extends QueryResultRow>(
    statement: string,
    values: (string | number)[],
  ): Promise<QueryResult<T>> {
    try {
      return await (await this.open()).query<T>(statement, values);
    } catch (error) {
      throw readDatabaseFailure(error) ?? error;
    }
  }

  private open(): Promise<Client> {
    this.opening ??= this.connect().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async connect(): Promise<Client> {
    const client = await this.postgres.connectSession('locks');
    const opened = this.opening;
    client.on('end', () => {
      if (this.opening !== null && this.opening === opened) {
        this.opening = null;
        this.holders.forEach(({ onLost }) => onLost());
      }
    });
    client.on('notification', ({ payload, processId }) => {
      if (payload !== undefined && processId !== ownProcessId(client)) {
        this.holders.forEach(({ onWanted }) => onWanted(payload));
      }
    });
    await client.query(`LISTEN ${channel}`).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    return client;
  }
}

/** The PostgreSQL process of the session; missing in the types of pg. */
function ownProcessId(client: Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number'
    ? client.processID
    : undefined;
}
