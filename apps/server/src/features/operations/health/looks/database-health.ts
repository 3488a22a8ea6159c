import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readDatabaseFailure } from '../../../../platform/database/database-failure.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** Of the connections that PostgreSQL takes; above it, those who come may find none. */
const scarceShare = 0.9;
/** A transaction that lasts longer keeps PostgreSQL from clearing up what was deleted since. */
const oldTransactionSeconds = 3_600;
/** Sessions and tickets end by both clocks. */
const clockOffMs = 5_000;

interface DatabaseFigures {
  version: string;
  sizeBytes: number;
  connections: number;
  maxConnections: number;
  oldestTransactionSeconds: number;
}

/** Whether the database answers, has room for connections, and knows the time and the tables of this version. */
@Injectable()
export class DatabaseHealth implements HealthLooker {
  readonly looks = {
    database: () => this.lookAtDatabase(),
    migrations: () => this.lookAtMigrations(),
    clock: () => this.lookAtClock(),
  };

  constructor(private readonly dataSource: DataSource) {}

  private async lookAtDatabase(): Promise<Finding> {
    const begin = performance.now();
    const answer = await this.ask();
    if (answer === null) {
      return { state: 'failed', reason: 'databaseAway', facts: {} };
    }
    const { version, ...figures } = answer;
    const finding = {
      version,
      facts: { answerMs: Math.round(performance.now() - begin), ...figures },
    };
    if (figures.connections > figures.maxConnections * scarceShare) {
      return { state: 'warning', reason: 'connectionsScarce', ...finding };
    }
    return figures.oldestTransactionSeconds > oldTransactionSeconds
      ? { state: 'warning', reason: 'transactionOld', ...finding }
      : { state: 'ok', ...finding };
  }

  /** Null: it is away. */
  private async ask(): Promise<DatabaseFigures | null> {
    try {
      const [figures] = await this.dataSource.query<DatabaseFigures[]>(`
        SELECT current_setting('server_version') AS version,
          pg_database_size(current_database())::float8 AS "sizeBytes",
          count(*)::int AS connections,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
          coalesce(round(extract(epoch FROM now() - min(xact_start))), 0)::float8 AS "oldestTransactionSeconds"
        FROM pg_stat_activity WHERE backend_type = 'client backend'`);
      return figures ?? null;
    } catch (error) {
      if (readDatabaseFailure(error) === null) {
        throw error;
      }
      return null;
    }
  }

  private async lookAtMigrations(): Promise<Finding> {
    const rows = await this.dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const wanted = this.dataSource.migrations.map(
      ({ name, constructor }) => name ?? constructor.name,
    );
    const pending = wanted.filter((name) => !applied.has(name)).length;
    const facts = { applied: applied.size, pending };
    if (pending > 0) {
      return { state: 'failed', reason: 'migrationsPending', facts };
    }
    return applied.size > wanted.length
      ? { state: 'warning', reason: 'migrationsNewer', facts }
      : { state: 'ok', facts };
  }

  private async lookAtClock(): Promise<Finding> {
    const begin = Date.now();
    const [row] = await this.dataSource.query<{ time: number }[]>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time',
    );
    const end = Date.now();
    const between = (begin + end) / 2;
    // The answer may be of any moment between the two.
    const offMs = Math.round((row?.time ?? between) - between);
    const isOff = Math.abs(offMs) - (end - begin) / 2 > clockOffMs;
    return {
      state: isOff ? 'warning' : 'ok',
      reason: isOff ? 'clockOff' : null,
      facts: { offMs },
    };
  }
}
