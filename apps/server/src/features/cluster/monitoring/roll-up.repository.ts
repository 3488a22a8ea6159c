import { Injectable } from '@nestjs/common';
import { monitorLevels, type MonitorLevel } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { tryLockInTransaction } from '../../../platform/database/advisory-locks.js';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';

/** A sample stored this long after it was taken is noted as late, milliseconds. */
export const lateMs = 30_000;
/**
 * Only intervals that ended this long ago are averaged, milliseconds: longer than `lateMs` and the deadline of a statement together, so that a
 * sample is either there by then or noted as late.
 */
const settleMs = 60_000;

/** How long one step may take, milliseconds; usually it is well under a second. */
const stepTimeoutMs = 60_000;

/** Until when each level is averaged, milliseconds since the epoch; null: not at all yet. */
export type RolledUp = ReadonlyMap<MonitorLevel, number | null>;

/** Intervals of one level to be averaged: from the last one that was, over time without samples. */
export interface RollUpStep {
  level: MonitorLevel;
  /** Until when it was averaged when this was planned; null: not at all. */
  before: number | null;
  from: number;
  to: number;
}

const nameOf = (source: MonitorLevel | null): string =>
  source === null ? 'node_metric' : 'node_metric_level';

/** What a level is averaged of: the level before it, or the samples (null). */
const sourceOf = (level: MonitorLevel): MonitorLevel | null =>
  monitorLevels[monitorLevels.indexOf(level) - 1] ?? null;

/** Queries that average the load of hosts. All times are milliseconds since the epoch. */
@Injectable()
export class RollUpRepository {
  constructor(private readonly dataSource: DataSource) {}

  async getRolledUp(source: Pick<EntityManager, 'query'> = this.dataSource): Promise<RolledUp> {
    const rows = await source.query<{ level: number; doneUntil: Date }[]>(
      'SELECT level, done_until AS "doneUntil" FROM node_metric_roll_up',
    );
    return new Map(
      monitorLevels.map((level) => [
        level,
        rows.find((row) => row.level === level)?.doneUntil.getTime() ?? null,
      ]),
    );
  }

  /** By the database's clock, by which samples are late. */
  async settledUntil(): Promise<number> {
    const [row] = await this.dataSource.query<{ time: Date }[]>(
      `SELECT now() - $1 * interval '1 millisecond' AS time`,
      [settleMs],
    );
    return row?.time.getTime() ?? 0;
  }

  /** The time of the first row that a level is averaged of in a span; null: there is none. */
  async findFirst(level: MonitorLevel, from: number, to: number): Promise<number | null> {
    const source = sourceOf(level);
    const [row] = await this.dataSource.query<{ time: Date | null }[]>(
      `SELECT min(time) AS time FROM ${nameOf(source)}
       WHERE time >= $1 AND time < $2 ${source === null ? '' : `AND level = ${source}`}`,
      [new Date(from), new Date(to)],
    );
    return row?.time?.getTime() ?? null;
  }

  /** Averages whole intervals, and notes it. @returns false when another worker is at it, or has been. */
  async roll({ level, before, from, to }: RollUpStep): Promise<boolean> {
    return this.alone(async (manager) => {
      if ((await this.getRolledUp(manager)).get(level) !== before) {
        return false;
      }
      await average(manager, level, from, to, null);
      await manager.query(
        `INSERT INTO node_metric_roll_up (level, done_until) VALUES ($1, $2)
         ON CONFLICT (level) DO UPDATE SET done_until = excluded.done_until`,
        [level, new Date(to)],
      );
      return true;
    });
  }

  /** The starts of intervals (of the coarsest level) in which samples came late, oldest first. */
  async listLate(): Promise<number[]> {
    const rows = await this.dataSource.query<{ time: Date }[]>(
      'SELECT DISTINCT time FROM node_metric_late ORDER BY time',
    );
    return rows.map(({ time }) => time.getTime());
  }

  /**
   * Averages what is averaged of such an interval again, for the nodes whose samples came late; before `oldest` nothing is kept.
   * @returns false when another worker is at it.
   */
  async rollAgain(start: number, oldest: number): Promise<boolean> {
    return this.alone(async (manager) => {
      // A transaction that stores such samples right now holds the row; it stays for the next run.
      const [rows] = await manager.query<[{ nodeId: string }[], number]>(
        `DELETE FROM node_metric_late WHERE (time, node_id) IN (
           SELECT time, node_id FROM node_metric_late WHERE time = $1 FOR UPDATE SKIP LOCKED
         ) RETURNING node_id AS "nodeId"`,
        [new Date(start)],
      );
      if (start < oldest) {
        return true;
      }
      const nodeIds = rows.map(({ nodeId }) => nodeId);
      const rolledUp = await this.getRolledUp(manager);
      const end = start + Math.max(...monitorLevels) * 1_000;
      for (const level of monitorLevels) {
        await average(manager, level, start, Math.min(end, rolledUp.get(level) ?? 0), nodeIds);
      }
      return true;
    });
  }

  private alone(work: (manager: EntityManager) => Promise<boolean>): Promise<boolean> {
    return withStatementTimeout(this.dataSource, stepTimeoutMs, async (manager) => {
      return (await tryLockInTransaction(manager, 'metricRollUp')) && work(manager);
    });
  }
}

/** Averages what was sampled in whole intervals, of all nodes (null) or of some; an existing average is replaced. */
async function average(
  manager: EntityManager,
  level: MonitorLevel,
  from: number,
  to: number,
  nodeIds: readonly string[] | null,
): Promise<void> {
  const source = sourceOf(level);
  const weight = source === null ? '1' : 'samples';
  await manager.query(
    `INSERT INTO node_metric_level (level, time, node_id, cpu, mem, samples)
     SELECT $1::integer, date_bin($1::integer * interval '1 second', time, 'epoch') AS start, node_id,
            sum(cpu::float8 * ${weight}) / sum(${weight}), sum(mem::float8 * ${weight}) / sum(${weight}), sum(${weight})
     FROM ${nameOf(source)}
     WHERE time >= $2 AND time < $3 ${source === null ? '' : `AND level = ${source}`}
       AND ($4::uuid[] IS NULL OR node_id = ANY($4)) AND node_id IN (SELECT id FROM node)
     GROUP BY start, node_id
     ON CONFLICT (level, time, node_id)
     DO UPDATE SET cpu = excluded.cpu, mem = excluded.mem, samples = excluded.samples`,
    [level, new Date(from), new Date(to), nodeIds],
  );
}
