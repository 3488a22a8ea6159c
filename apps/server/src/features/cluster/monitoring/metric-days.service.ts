import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import {
  DatabaseBusyError,
  readDatabaseFailure,
} from '../../../platform/database/database-failure.js';

export const dayMs = 86_400_000;

/** The tables of metrics: samples, their averages, and what hosts tell once a minute. */
const metricTables = ['node_metric', 'node_metric_level', 'node_figures'] as const;

/** Dropping a partition blocks storing and reading, so it waits at most this long for current readers, milliseconds. */
const dropLockMs = 1_000;

/** The days of metrics: each day (UTC) is a partition of all tables, created with its first sample and dropped when it expires. */
@Injectable()
export class MetricDays {
  private readonly logger = new Logger('MetricDays');
  /** The starts of days that exist. Other processes drop only days that get no more samples. */
  private readonly made = new Set<number>();

  constructor(private readonly dataSource: DataSource) {}

  /** Creates the missing days of a range. Any number of processes may do so at once. */
  async make(fromMs: number, toMs: number): Promise<void> {
    for (let start = Math.floor(fromMs / dayMs) * dayMs; start <= toMs; start += dayMs) {
      if (!this.made.has(start)) {
        await this.dataSource.transaction((manager) => makeDay(manager, start));
        this.made.add(start);
      }
    }
  }

  /** Drops the days that ended by the given time; one that is being read for too long is left to the next run. */
  async dropBefore(table: (typeof metricTables)[number], before: number): Promise<void> {
    const days = await this.dataSource.query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = $1::regclass
         AND substring(pg_get_expr(relpartbound, inhrelid) FROM $$TO \\('([^']+)'\\)$$)::timestamptz <= $2`,
      [table, new Date(before)],
    );
    for (const { name } of days) {
      await this.drop(name);
    }
    this.made.clear();
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
}

async function makeDay(manager: EntityManager, start: number): Promise<void> {
  const day = new Date(start).toISOString();
  const next = new Date(start + dayMs).toISOString();
  await lockInTransaction(manager, 'metricDays');
  for (const table of metricTables) {
    const name = `${table}_${day.slice(0, 10).replaceAll('-', '_')}`;
    const [found] = await manager.query<{ isThere: boolean }[]>(
      'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
      [name],
    );
    if (!found?.isThere) {
      // Attaching a table blocks neither storing nor reading; creating it as a partition would.
      await manager.query(`CREATE TABLE ${name} (LIKE ${table})`);
      await manager.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${day}') TO ('${next}')`,
      );
    }
  }
}
