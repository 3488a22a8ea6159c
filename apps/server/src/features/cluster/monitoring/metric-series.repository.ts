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

/** Which points, and for which hosts (all when undefined). */
export interface SeriesQuery extends SeriesPlan {
  nodeIds?: readonly string[];
}

/** At most this many series are read at once, each within the statement timeout: most connections stay free for other work. */
const readsMax = 3;
const waitingMax = 12;

/** Memory for one such query: enough to aggregate hundreds of thousands of points without a temporary file. */
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

  /** Concurrent requests for the same series share one read: every open page asks after a server was away. */
  list(query: SeriesQuery): Promise<readonly MetricSeries[]> {
    const key = JSON.stringify(query);
    const read =
      this.reads.get(key) ??
      this.reading.run(() => this.read(query)).finally(() => this.reads.delete(key));
    this.reads.set(key, read);
    return read;
  }

  /** One row per host: parsing a row per point would cost more than aggregating them. */
  private read({ level, from, to, stepMs, nodeIds }: SeriesQuery): Promise<MetricSeries[]> {
    const source =
      level === null
        ? `(SELECT *, 1 AS samples FROM node_metric) AS sample WHERE true`
        : `node_metric_level WHERE level = ${level}`;
    // With an optional condition PostgreSQL would not use an index by node.
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
