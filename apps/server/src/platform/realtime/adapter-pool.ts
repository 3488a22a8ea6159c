import { Pool, type PoolClient } from 'pg';

type TakeClient = Parameters<Pool['connect']>[0];

/**
 * The adapter takes a client for LISTEN and, when that dies, the next one without giving the dead one back: a few restarts
 * of PostgreSQL would leave no client to publish with. Only the adapter asks for a promise; the pool itself uses
 * callbacks, and transactions have a method of their own.
 */
export class AdapterPool extends Pool {
  private listener: PoolClient | undefined;

  constructor(
    databaseUrl: string,
    answerMs: number,
    private readonly onListening: () => void,
  ) {
    super({
      connectionString: databaseUrl,
      max: 3,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      statement_timeout: answerMs,
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: TakeClient): void;
  override connect(callback?: TakeClient): Promise<PoolClient> | void {
    return callback ? super.connect(callback) : this.connectToListen();
  }

  private async connectToListen(): Promise<PoolClient> {
    this.dropListener();
    const client = await super.connect();
    // Two calls may have been under way.
    this.dropListener();
    const release = client.release.bind(client);
    let isReleased = false;
    client.release = (error) => {
      if (!isReleased) {
        isReleased = true;
        release(error);
      }
    };
    client.once('end', () => client.release(true));
    this.listener = client;
    this.onListening();
    return client;
  }

  /** When a LISTEN fails because its client dies, the adapter comes for two: each would hear everything, and keep a place. */
  private dropListener(): void {
    this.listener?.removeAllListeners('end');
    this.listener?.removeAllListeners('notification');
    this.listener?.release(true);
    this.listener = undefined;
  }

  /** Runs work on one connection; a failed one is closed, and what was open on it ends with it. */
  async inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await super.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
