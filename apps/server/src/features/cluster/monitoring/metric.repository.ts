import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';
import type { NodeName } from '../node.repository.js';

/** How long an hour's metrics of many nodes may take to be deleted, milliseconds. */
const pruneMs = 300_000;

/** A sample on its way into the database. */
export interface StoredSample {
  nodeId: string;
  /** Milliseconds since the epoch. */
  time: number;
  cpu: number;
  mem: number;
}

/** One averaged bucket of a node's metrics. */
export interface MetricBucket {
  nodeId: string;
  /** Start of the bucket, milliseconds since the epoch. */
  time: number;
  cpu: number;
  mem: number;
}

/** Which buckets: a range, how wide they are, and of which host (all when undefined). */
export interface MetricQuery {
  from: Date;
  to: Date;
  bucketMs: number;
  hostname?: string;
}

/** Queries over metrics. */
@Injectable()
export class MetricRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One statement for all reports of a second: their samples, and that their nodes were heard from. A sample that was sent twice is
   * stored once. @returns nodes that were offline until now.
   */
  async storeReports(
    nodeIds: readonly string[],
    samples: readonly StoredSample[],
  ): Promise<NodeName[]> {
    const [rows] = await this.dataSource.query<[(NodeName & { wasOnline: boolean })[], number]>(
      `WITH before AS (
         SELECT id, is_online AS was_online FROM node WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE
       ), stored AS (
         INSERT INTO node_metric (node_id, time, cpu, mem)
         SELECT sample.node_id, to_timestamp(sample.ms / 1000.0), sample.cpu, sample.mem
         FROM unnest($2::uuid[], $3::float8[], $4::real[], $5::real[]) AS sample (node_id, ms, cpu, mem)
         JOIN before ON before.id = sample.node_id
         ON CONFLICT DO NOTHING
       )
       UPDATE node SET last_seen_at = now(), is_online = true, offline_since = NULL
       FROM before WHERE node.id = before.id
       RETURNING node.id, node.name, node.kind, before.was_online AS "wasOnline"`,
      [
        nodeIds,
        samples.map((sample) => sample.nodeId),
        samples.map((sample) => sample.time),
        samples.map((sample) => sample.cpu),
        samples.map((sample) => sample.mem),
      ],
    );
    return rows.filter((row) => !row.wasOnline);
  }

  /** Averages per bucket, oldest first. */
  list({ from, to, bucketMs, hostname }: MetricQuery): Promise<MetricBucket[]> {
    return this.dataSource.query<MetricBucket[]>(
      `SELECT node_id AS "nodeId",
              (EXTRACT(EPOCH FROM bucket) * 1000)::float8 AS time,
              avg(cpu)::float8 AS cpu, avg(mem)::float8 AS mem
       FROM (
         SELECT node_id, cpu, mem, date_bin($3 * interval '1 millisecond', time, $1::timestamptz) AS bucket
         FROM node_metric
         WHERE time >= $1 AND time < $2
           AND ($4::text IS NULL OR node_id IN (SELECT id FROM node WHERE name = $4))
       ) AS binned
       GROUP BY node_id, bucket
       ORDER BY bucket`,
      [from, to, bucketMs, hostname ?? null],
    );
  }

  /** Drops samples older than the given time. */
  async prune(before: Date): Promise<void> {
    await withStatementTimeout(this.dataSource, pruneMs, (manager) =>
      manager.query('DELETE FROM node_metric WHERE time < $1', [before]),
    );
  }
}
