import type { Client, QueryResult, QueryResultRow } from 'pg';
import { lockKey } from '../../../platform/database/advisory-locks.js';
import { readDatabaseFailure } from '../../../platform/database/database-failure.js';
import type { Postgres } from '../../../platform/database/postgres.js';

/** The channel on which processes ask each other for an upload. */
const channel = 'clusterdesk_upload_wanted';

/**
 * The process's one connection for upload locks, which are advisory locks of its session: they are released the moment
 * the process ends, however it ends, and need no row and no timer. Opened for the first lock.
 */
export class LockConnection {
  private opening: Promise<Client> | null = null;

  /**
   * @param onWanted called when another process waits for this key.
   * @param onLost called when the connection broke and all locks were lost: their holders must stop.
   */
  constructor(
    private readonly postgres: Postgres,
    private readonly onWanted: (key: string) => void,
    private readonly onLost: () => void,
  ) {}

  /** Whether the lock was free. A session can take its own lock again; the caller must prevent that. */
  async tryLock(key: string): Promise<boolean> {
    const { rows } = await this.ask<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
      lockKey('uploadBytes', key),
    );
    return rows[0]?.locked === true;
  }

  async unlock(key: string): Promise<void> {
    await this.ask('SELECT pg_advisory_unlock($1, hashtext($2))', lockKey('uploadBytes', key));
  }

  /** Asks the holder to release the lock. */
  async want(key: string): Promise<void> {
    await this.ask('SELECT pg_notify($1, $2)', [channel, key]);
  }

  async close(): Promise<void> {
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
    const client = await this.postgres.connectSession('uploads');
    const opened = this.opening;
    client.on('end', () => {
      if (this.opening !== null && this.opening === opened) {
        this.opening = null;
        this.onLost();
      }
    });
    client.on('notification', ({ payload, processId }) => {
      if (payload !== undefined && processId !== ownProcessId(client)) {
        this.onWanted(payload);
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
