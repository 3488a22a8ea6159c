import { Logger } from '@nestjs/common';
import pg, { type Client, type ClientConfig, type Pool } from 'pg';
import { keepAliveDelayMs, watchForSilence } from './postgres-deadlines.js';
import { assertWritable, ReadOnlyPostgresError, watchForReadOnly } from './read-only.js';
import { Timings } from '../timings.js';

/** How many connections of a process answer statements; its listening ones come on top (docs/operations.md). */
const defaultPoolSize = 10;

/** An unused connection is closed after this time, longer than the interval of due work, or each run would open a new one. */
const idleMs = 60_000;

/** What a process asks of PostgreSQL, and how it names itself there (`pg_stat_activity`). */
export interface PostgresOptions {
  databaseUrl: string;
  poolSize?: number;
  applicationName?: string;
}

/**
 * The connections of one process: one pool, shared by TypeORM, BullMQ and Socket.IO's adapter, and one connection for each
 * component that listens for notifications or holds session locks. Every statement on them has a deadline.
 */
export class Postgres {
  private readonly logger = new Logger('Database');
  private readonly config: ClientConfig;
  /** All that are open, of the pool and beside it. */
  private readonly clients = new Set<Client>();
  /** Not to be ended by those who share it. */
  readonly pool: Pool;

  constructor(
    private readonly options: PostgresOptions,
    private readonly deadlines = new Timings().database,
  ) {
    this.config = clientConfig(options, deadlines);
    this.pool = new pg.Pool({
      ...this.config,
      max: options.poolSize ?? defaultPoolSize,
      idleTimeoutMillis: idleMs,
      verify: (client, done) => {
        this.begin(client).then(() => done(), done);
      },
    });
    this.pool.on('error', (error) => this.logger.warn(`PostgreSQL: ${error.message}`));
  }

  /**
   * Opens a connection outside the pool, for LISTEN or for locks that live as long as it. Who opens it ends it.
   * @throws when PostgreSQL does not answer within the deadline of a connection.
   */
  async connectSession(purpose: string): Promise<Client> {
    const client = new pg.Client({ ...this.config, application_name: this.sessionName(purpose) });
    // Without a listener a lost connection would end the process; `end` tells the owner.
    client.on('error', (error) => this.logger.warn(`PostgreSQL (${purpose}): ${error.message}`));
    await client.connect();
    try {
      await this.begin(client);
    } catch (error) {
      await client.end();
      throw error;
    }
    queueStatements(client);
    return client;
  }

  /** How such a connection is called in `pg_stat_activity`. */
  sessionName(purpose: string): string {
    return `${this.options.applicationName ?? 'clusterdesk'} ${purpose}`;
  }

  async close(): Promise<void> {
    if (!this.pool.ending) {
      await this.pool.end();
    }
  }

  /** Before the first statement of a connection. @throws ReadOnlyPostgresError */
  private async begin(client: Client): Promise<void> {
    // Its statements fail by themselves; without any listener a connection that is lost while it is lent would end the process.
    client.on('error', () => undefined);
    watchForSilence(client, this.deadlines.answerMs);
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
    watchForReadOnly(client, () => this.leave());
    await assertWritable(client);
  }

  /** What one connection was told holds for all: they lead to a server that is no primary any more. New ones find the one that is. */
  private leave(): void {
    this.logger.warn('PostgreSQL takes no changes any more: its connections are opened anew.');
    for (const client of this.clients) {
      client.connection.stream.destroy(new ReadOnlyPostgresError());
    }
  }
}

/** Several share such a connection, and each asks when it likes. The client's own queue of statements is deprecated. */
function queueStatements(client: Client): void {
  const query: (...statement: never[]) => unknown = client.query.bind(client);
  let last: Promise<unknown> = Promise.resolve();
  Object.defineProperty(client, 'query', {
    writable: true,
    value: (...statement: unknown[]): Promise<unknown> => {
      const answer = last.then((): unknown => Reflect.apply(query, client, statement));
      last = answer.catch(() => undefined);
      return answer;
    },
  });
}

/** How every connection is opened. */
export function clientConfig(
  { databaseUrl, applicationName }: PostgresOptions,
  deadlines: Timings['database'],
): ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: applicationName ?? 'clusterdesk',
    connectionTimeoutMillis: deadlines.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    options: sessionOptions({
      // Sessions speak UTC; only the wire knows the platform's zone.
      timezone: 'UTC',
      // BullMQ's functions stand in a schema of their own and are called by their bare names.
      search_path: 'public,bullmq',
      statement_timeout: deadlines.statementMs,
      lock_timeout: deadlines.lockMs,
      idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    }),
  };
}

/** Parameters of a session as PostgreSQL reads them at its start. */
export function sessionOptions(parameters: Record<string, string | number>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
