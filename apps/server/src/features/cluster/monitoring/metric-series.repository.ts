import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Semaphore } from '../../../platform/concurrency.js';
import { DatabaseBusyError } from '../../../platform/database/database-failure.js';
import type { SeriesPlan } from './series-plan.js';

/** One host's load: the points of a series, oldest first. */
export interface MetricSeries {
  nodeId: string;
  /** Starts of the points' intervals, in steps since the epoch. */
  steps: number[];
  cpus: number[];
  mems: number[];
}

/** Which points, and of which hosts (all when undefined). */
export interface SeriesQuery extends SeriesPlan {
  nodeIds?: readonly string[];
}

/** At most this many series are read at once, each within the deadline of a statement: most connections are left to others. */
const readsMax = 3;
const waitingMax = 12;

/** Memory that one such query may use: hundreds of thousands of points are gathered without a temporary file. */
const workMemory = '64MB';

/** Reads the load of hosts. */
@Injectable()
export class MetricSeriesRepository {
  private readonly reads = new Map<string, Promise<MetricSeries[]>>();
  private readonly reading = new Semaphore(readsMax, {
    maxWaiting: waitingMax,
    refuse: () => new DatabaseBusyError(),
  });

  constructor(private readonly dataSource: DataSource) {}

  /** A series that several callers want at the same time is read once: every open page asks when a server was away. */
  list(query: SeriesQuery): Promise<readonly MetricSeries[]> {
    const key = JSON.stringify(query);
    const read =
      this.reads.get(key) ??
      this.reading.run(() => this.read(query)).finally(() => this.reads.delete(key));
    this.reads.set(key, read);
    return read;
  }

  /** A row for each host: rows for each point would cost more to take apart than to gather. */
  private read({ level, from, to, stepMs, nodeIds }: SeriesQuery): Promise<MetricSeries[]> {
    const source =
      level === null
        ? `(SELECT *, 1 AS samples FROM node_metric) AS sample WHERE true`
        : `node_metric_level WHERE level = ${level}`;
    // Where a condition may be missing, no index by node would be used.
    const ofNodes = nodeIds ? 'node_id = ANY($4::uuid[])' : '$4::uuid[] IS NULL';
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL work_mem = '${workMemory}'`);
      return manager.query<MetricSeries[]>(
        `SELECT node_id AS "nodeId", array_to_json(array_agg(step ORDER BY step)) AS steps,
                array_to_json(array_agg(cpu ORDER BY step)) AS cpus,
                array_to_json(array_agg(mem ORDER BY step)) AS mems
         FROM (
           SELECT node_id, floor(date_part('epoch', time) * 1000 / $1)::bigint AS step,
                  (sum(cpu::float8 * samples) / sum(samples))::real AS cpu,
                  (sum(mem::float8 * samples) / sum(samples))::real AS mem
           FROM ${source} AND time >= $2 AND time < $3 AND ${ofNodes}
           GROUP BY step, node_id
         ) AS point
         GROUP BY node_id`,
        [stepMs, new Date(from), new Date(to), nodeIds ?? null],
      );
    });
  }
}
