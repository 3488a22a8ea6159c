import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import {
  DatabaseBusyError,
  readDatabaseFailure,
} from '../../../platform/database/database-failure.js';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The tables of metrics, both of the same days. */
export type MetricTable = 'node_metric' | 'node_metric_level';
const metricTables: readonly MetricTable[] = ['node_metric', 'node_metric_level'];

/** An agent keeps what it cannot send for somewhat more than an hour; what is older nobody has sampled. */
export const maxPastMs = 2 * hourMs;
/** Days that are made ahead: for this long samples are stored though the hourly task does not run. */
const aheadMs = 2 * dayMs;

/** While a partition is dropped nothing is stored or read; present readers are waited for at most this long, milliseconds. */
const dropLockMs = 1_000;

/** A partition, and which time it holds, milliseconds since the epoch. */
interface MetricDay {
  name: string;
  /** Null: all time before its end. */
  from: number | null;
  to: number;
}

/** The days of metrics: each day (UTC) is a partition, made before its first sample comes and dropped when its time is over. */
@Injectable()
export class MetricDays {
  private readonly logger = new Logger('MetricDays');

  constructor(private readonly dataSource: DataSource) {}

  /** Makes what is missing from where late samples may fall to some days ahead. */
  async prepare(): Promise<void> {
    const now = Date.now();
    for (const table of metricTables) {
      await this.make(table, now - maxPastMs, now + aheadMs);
    }
  }

  /** Makes the days of a span of time that are missing. Any number of processes may do so at once. */
  async make(table: MetricTable, fromMs: number, toMs: number): Promise<void> {
    if (missingDays(await this.list(table), fromMs, toMs).length === 0) {
      return;
    }
    await this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'metricDays');
      for (const start of missingDays(await this.list(table, manager), fromMs, toMs)) {
        const from = new Date(start).toISOString();
        const to = new Date(start + dayMs).toISOString();
        const name = `${table}_${from.slice(0, 10).replaceAll('-', '_')}`;
        // To attach it, other than to make it as a partition, holds up nobody who stores or reads.
        await manager.query(`CREATE TABLE ${name} (LIKE ${table})`);
        await manager.query(
          `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
        );
      }
    });
  }

  /** Drops the days that are over at the given time; one that somebody reads for too long is left to the next run. */
  async dropBefore(table: MetricTable, before: number): Promise<void> {
    for (const { name, to } of await this.list(table)) {
      if (to <= before) {
        await this.drop(name);
      }
    }
  }

  private async drop(name: string): Promise<void> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = ${dropLockMs}`);
        await manager.query(`DROP TABLE IF EXISTS ${name}`);
      });
    } catch (error) {
      if (!(readDatabaseFailure(error) instanceof DatabaseBusyError)) {
        throw error;
      }
      this.logger.warn(`${name} is in use; it is dropped in an hour.`);
    }
  }

  /** The names of all partitions of both tables. */
  async listNames(): Promise<string[]> {
    const days = await Promise.all(metricTables.map((table) => this.list(table)));
    return days.flat().map(({ name }) => name);
  }

  private async list(
    table: MetricTable,
    source: Pick<EntityManager, 'query'> = this.dataSource,
  ): Promise<MetricDay[]> {
    const rows = await source.query<{ name: string; from: Date | null; to: Date }[]>(
      `SELECT quote_ident(name) AS name,
              substring(bounds FROM $$FROM \\('([^']+)'\\)$$)::timestamptz AS "from",
              substring(bounds FROM $$TO \\('([^']+)'\\)$$)::timestamptz AS "to"
       FROM (
         SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bounds
         FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
         WHERE inhparent = $1::regclass
       ) AS partition
       ORDER BY "to"`,
      [table],
    );
    return rows.map(({ name, from, to }) => ({
      name,
      from: from?.getTime() ?? null,
      to: to.getTime(),
    }));
  }
}

/** The starts of days, of which no partition holds the first moment. */
function missingDays(days: readonly MetricDay[], fromMs: number, toMs: number): number[] {
  const missing: number[] = [];
  for (let start = Math.floor(fromMs / dayMs) * dayMs; start <= toMs; start += dayMs) {
    if (!days.some(({ from, to }) => (from === null || from <= start) && start < to)) {
      missing.push(start);
    }
  }
  return missing;
}

/** Whether a sample was refused because the partition of its day is not there. */
export function isDayMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23514' &&
    error.message.startsWith('no partition of relation')
  );
}
