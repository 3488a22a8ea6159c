import { Injectable } from '@nestjs/common';
import type {
  BadlyReached,
  HostDisk,
  HostFigures,
  HostGpu,
  HostHistory,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { MetricDays } from './metric-days.service.js';

/** Figures of one host, their time in whole minutes. */
export interface NodeFigures extends HostFigures {
  nodeId: string;
}

/** What a host told last. */
export interface LatestFigures {
  time: Date;
  disks: HostDisk[];
  gpus: HostGpu[] | null;
}

interface Range {
  nodeId: string;
  from: Date;
  to: Date;
  stepMs: number;
}

/** Stores and reads what hosts tell once a minute. */
@Injectable()
export class FigureRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: MetricDays,
  ) {}

  /** Of one minute of a host the first are kept; those of a node that is not there, none. */
  async store(figures: readonly NodeFigures[]): Promise<void> {
    const times = figures.map(({ time }) => time);
    await this.days.make(Math.min(...times), Math.max(...times));
    await this.dataSource.query(
      `INSERT INTO node_figures (node_id, time, load, network_in, network_out, disks, gpus,
                                 round_trip_ms, clock_off_ms, cuts)
       SELECT node_id, to_timestamp(ms / 1000.0), load, network_in, network_out, disks, gpus, round_trip_ms, clock_off_ms, cuts
       FROM unnest($1::uuid[], $2::float8[], $3::real[], $4::real[], $5::real[], $6::jsonb[], $7::jsonb[],
                   $8::real[], $9::float8[], $10::int[])
         AS told (node_id, ms, load, network_in, network_out, disks, gpus, round_trip_ms, clock_off_ms, cuts)
       JOIN node ON node.id = told.node_id
       ORDER BY node_id, ms
       ON CONFLICT DO NOTHING`,
      [
        figures.map(({ nodeId }) => nodeId),
        times,
        figures.map(({ load }) => load),
        figures.map(({ networkIn }) => networkIn),
        figures.map(({ networkOut }) => networkOut),
        figures.map(({ disks }) => JSON.stringify(disks)),
        figures.map(({ gpus }) => gpus && JSON.stringify(gpus)),
        figures.map(({ reach }) => reach?.roundTripMs),
        figures.map(({ reach }) => reach?.clockOffMs),
        figures.map(({ reach }) => reach?.cuts),
      ],
    );
  }

  /** Means of each step, oldest first. */
  listPoints({ nodeId, from, to, stepMs }: Range): Promise<HostHistory['points']> {
    return this.dataSource.query(
      `SELECT step * $4::float8 AS time, load, network_in AS "networkIn", network_out AS "networkOut",
              round_trip AS "roundTripMs"
       FROM (
         SELECT floor(date_part('epoch', time) * 1000 / $4) AS step, avg(load)::real AS load,
                avg(network_in)::real AS network_in, avg(network_out)::real AS network_out,
                avg(round_trip_ms)::real AS round_trip
         FROM node_figures WHERE node_id = $1 AND time >= $2 AND time < $3 GROUP BY step
       ) AS point ORDER BY step`,
      [nodeId, from, to, stepMs],
    );
  }

  /** How full each file system was, percent, oldest first. */
  listDiskPoints({
    nodeId,
    from,
    to,
    stepMs,
  }: Range): Promise<{ mount: string; time: number; used: number }[]> {
    return this.dataSource.query(
      `SELECT mount, step * $4::float8 AS time, used FROM (
         SELECT disk.mount, floor(date_part('epoch', time) * 1000 / $4) AS step,
                avg(disk."usedBytes" / nullif(disk."sizeBytes", 0) * 100)::real AS used
         FROM node_figures
         CROSS JOIN LATERAL jsonb_to_recordset(disks) AS disk (mount text, "sizeBytes" float8, "usedBytes" float8)
         WHERE node_id = $1 AND time >= $2 AND time < $3 GROUP BY disk.mount, step
       ) AS point WHERE used IS NOT NULL ORDER BY step`,
      [nodeId, from, to, stepMs],
    );
  }

  /** How busy each graphics processor was and how full its memory, percent, oldest first. */
  listGpuPoints({
    nodeId,
    from,
    to,
    stepMs,
  }: Range): Promise<
    { index: number; time: number; used: number | null; memory: number | null }[]
  > {
    return this.dataSource.query(
      `SELECT index, step * $4::float8 AS time, used, memory FROM (
         SELECT gpu.index, floor(date_part('epoch', time) * 1000 / $4) AS step, avg(gpu.used)::real AS used,
                avg(gpu."memoryUsedBytes" / nullif(gpu."memoryBytes", 0) * 100)::real AS memory
         FROM node_figures
         CROSS JOIN LATERAL jsonb_to_recordset(gpus)
           AS gpu (index int, used float8, "memoryBytes" float8, "memoryUsedBytes" float8)
         WHERE node_id = $1 AND time >= $2 AND time < $3 AND gpus IS NOT NULL GROUP BY gpu.index, step
       ) AS point ORDER BY step`,
      [nodeId, from, to, stepMs],
    );
  }

  /** How well a host reaches the server; null: it does not tell. */
  async findReach(nodeId: string): Promise<HostHistory['reach']> {
    const [row] = await this.dataSource.query<[{ reach: HostHistory['reach'] }]>(
      `SELECT CASE WHEN bool_or(cuts IS NOT NULL) THEN jsonb_build_object(
         'roundTripMs', (array_agg(round_trip_ms ORDER BY time DESC))[1],
         'clockOffMs', (array_agg(clock_off_ms ORDER BY time DESC))[1],
         'cutsOfDay', sum(cuts),
         'lastCutAt', date_part('epoch', max(time) FILTER (WHERE cuts > 0)) * 1000) END AS reach
       FROM node_figures WHERE node_id = $1 AND time > now() - interval '1 day'`,
      [nodeId],
    );
    return row.reach;
  }

  /** Hosts that reach the server worse than this, as they told last within five minutes. */
  listBadlyReached({
    roundTripMs,
    clockOffMs,
  }: {
    roundTripMs: number;
    clockOffMs: number;
  }): Promise<BadlyReached> {
    return this.dataSource.query(
      `SELECT node.id AS "nodeId", last.round_trip_ms AS "roundTripMs", last.clock_off_ms AS "clockOffMs"
       FROM node CROSS JOIN LATERAL (
         SELECT round_trip_ms, clock_off_ms FROM node_figures
         WHERE node_id = node.id AND time > now() - interval '5 minutes' ORDER BY time DESC LIMIT 1
       ) AS last
       WHERE last.round_trip_ms > $1 OR abs(last.clock_off_ms) > $2 ORDER BY node.id`,
      [roundTripMs, clockOffMs],
    );
  }

  /** What was told last, within what is kept; null: nothing. */
  async findLatest(nodeId: string): Promise<LatestFigures | null> {
    const [row] = await this.dataSource.query<LatestFigures[]>(
      'SELECT time, disks, gpus FROM node_figures WHERE node_id = $1 ORDER BY time DESC LIMIT 1',
      [nodeId],
    );
    return row ?? null;
  }
}
