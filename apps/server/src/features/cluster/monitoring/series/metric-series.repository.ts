import { Injectable } from '@nestjs/common';
import type { MonitorLevel } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { SeriesPart } from './series-plan.js';

/** One host's load: the points of a series, oldest first. */
export interface MetricSeries {
  nodeId: string;
  /** Starts of the points' intervals, in steps since the epoch. */
  steps: number[];
  cpus: number[];
  mems: number[];
}

/** Which points: of which parts, how far apart, and of which host (all when undefined). */
export interface SeriesQuery {
  parts: readonly SeriesPart[];
  stepMs: number;
  hostname?: string;
}

const sourceOf = (level: MonitorLevel | null): string =>
  level === null
    ? `SELECT node_id, time, cpu, mem, 1 AS samples FROM node_metric WHERE true`
    : `SELECT node_id, time, cpu, mem, samples FROM node_metric_level WHERE level = ${level}`;

/** Memory that one such query may use: hundreds of thousands of points are gathered without a temporary file. */
const workMemory = '64MB';

/** Reads the load of hosts. */
@Injectable()
export class MetricSeriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A row for each host: rows for each point would cost more to take apart than to gather. */
  list({ parts, stepMs, hostname }: SeriesQuery): Promise<MetricSeries[]> {
    const bounds = parts.flatMap(({ from, to }) => [new Date(from), new Date(to)]);
    const sources = parts.map(
      ({ level }, index) =>
        `${sourceOf(level)} AND time >= $${index * 2 + 2} AND time < $${index * 2 + 3}`,
    );
    const ofHost = `node_id = ANY (ARRAY(SELECT id FROM node WHERE name = $${bounds.length + 2}))`;
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
           FROM (${sources.join(' UNION ALL ')}) AS part
           ${hostname === undefined ? '' : `WHERE ${ofHost}`}
           GROUP BY step, node_id
         ) AS point
         GROUP BY node_id`,
        [stepMs, ...bounds, ...(hostname === undefined ? [] : [hostname])],
      );
    });
  }
}
