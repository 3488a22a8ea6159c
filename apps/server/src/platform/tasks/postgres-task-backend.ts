import { assertSchemaCompatibility, PostgresConnection, type PgPool } from 'bullmq';
import type { Client, QueryResultRow } from 'pg';
import type { Postgres } from '../database/postgres.js';

type ListenClient = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/** More queues and workers than this listening on one connection would be a leak. */
const maxListeners = 100;

/** What the connection is for on which a worker listens for tasks. */
const listening = 'tasks';

/**
 * BullMQ's connection on the pool that the whole process shares, with one listening connection for all its workers. By itself
 * BullMQ would open a pool and a listening connection for each queue and each worker.
 */
export class SharedTaskConnection extends PostgresConnection {
  private ready: Promise<void> | undefined;
  private listener: Promise<Client> | undefined;
  private isEnded = false;

  constructor(private readonly postgres: Postgres) {
    super(withoutErrors(postgres));
    this.setMaxListeners(maxListeners);
  }

  /** A check that failed is repeated by the next caller; BullMQ would remember the failure. */
  override waitUntilReady(): Promise<void> {
    this.ready ??= this.checkSchema().catch((error: unknown) => {
      this.ready = undefined;
      throw error;
    });
    return this.ready;
  }

  override getListenClient(): Promise<ListenClient> {
    this.listener ??= this.listen().catch((error: unknown) => {
      this.listener = undefined;
      throw error;
    });
    return this.listener;
  }

  /** A silent drop is noticed, so a worker may wait for its next task without asking in between. */
  override get hasListenClientKeepAlive(): boolean {
    return true;
  }

  /** Nobody asks PostgreSQL which workers there are. */
  override setListenClientName(): Promise<void> {
    return Promise.resolve();
  }

  /** One queue or worker closes; the others go on. */
  override close(): Promise<void> {
    return Promise.resolve();
  }

  /** Each worker of this database holds one connection that listens for tasks. */
  async countListening(): Promise<number> {
    const { rows } = await this.postgres.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [this.postgres.sessionName(listening)],
    );
    return rows[0]?.count ?? 0;
  }

  /** All queues and workers have closed. */
  async end(): Promise<void> {
    this.isEnded = true;
    const client = await this.listener?.catch(() => null);
    await client?.end();
  }

  private async checkSchema(): Promise<void> {
    const client = await this.postgres.pool.connect();
    try {
      await assertSchemaCompatibility(client);
    } finally {
      client.release();
    }
    this.emit('ready');
  }

  private async listen(): Promise<Client> {
    const client = await this.postgres.connectSession(listening);
    client.setMaxListeners(maxListeners);
    client.once('end', () => {
      if (!this.isEnded) {
        this.listener = undefined;
        client.removeAllListeners('notification');
        // The workers wake, and listen again.
        this.emit('listenerinvalidated');
      }
    });
    return client;
  }
}

/** The pool without its errors: they are logged once, by the pool's owner, and not by every queue and worker too. */
function withoutErrors({ pool }: Postgres): PgPool {
  const shared: PgPool = {
    query: <Row>(statement: string, parameters: readonly unknown[] = []) =>
      pool.query<Row & QueryResultRow>(statement, [...parameters]),
    connect: () => pool.connect(),
    end: () => Promise.resolve(),
    on: () => shared,
    removeAllListeners: () => shared,
  };
  return shared;
}
