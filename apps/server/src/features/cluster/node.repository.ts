import { Injectable } from '@nestjs/common';
import { limits, type AgentHello } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { NodeEntity } from './node.entity.js';

/** A sample on its way into the database. */
export interface StoredSample {
  nodeId: string;
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

type NodeName = Pick<NodeEntity, 'id' | 'name'>;

/** Queries over nodes and their metrics. */
@Injectable()
export class NodeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async saveHello(nodeId: string, hello: AgentHello): Promise<void> {
    await this.dataSource.getRepository(NodeEntity).update(
      { id: nodeId },
      {
        hostname: hello.hostname,
        platform: hello.platform,
        agentVersion: hello.agentVersion,
        cpuCount: hello.cpus,
        memoryBytes: String(hello.memoryBytes),
        confinement: hello.confinement,
        acceptsJobs: hello.acceptsJobs,
      },
    );
  }

  listNodes(): Promise<NodeEntity[]> {
    return this.dataSource.getRepository(NodeEntity).find({ order: { name: 'ASC', id: 'ASC' } });
  }

  /** One statement for all samples of a second. A sample that was sent twice is stored once. */
  async insertSamples(samples: readonly StoredSample[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO node_metric (node_id, time, cpu, mem)
       SELECT sample.node_id, to_timestamp(sample.ms / 1000.0), sample.cpu, sample.mem
       FROM unnest($1::uuid[], $2::float8[], $3::real[], $4::real[]) AS sample (node_id, ms, cpu, mem)
       JOIN node ON node.id = sample.node_id
       ON CONFLICT DO NOTHING`,
      [
        samples.map((sample) => sample.nodeId),
        samples.map((sample) => sample.time),
        samples.map((sample) => sample.cpu),
        samples.map((sample) => sample.mem),
      ],
    );
  }

  /** Marks nodes as heard from now; returns those that were offline until now. */
  async touch(nodeIds: readonly string[]): Promise<NodeName[]> {
    const [rows] = await this.dataSource.query<[NodeName[], number]>(
      `UPDATE node SET last_seen_at = now(), is_online = true, silent_since = NULL
       FROM (SELECT id, is_online AS was_online FROM node WHERE id = ANY($1::uuid[]) FOR UPDATE) AS before
       WHERE node.id = before.id
       RETURNING node.id, node.name, before.was_online AS "wasOnline"`,
      [nodeIds],
    );
    return rows.filter((row) => 'wasOnline' in row && row.wasOnline === false);
  }

  /** Marks silent nodes as offline; returns them. Of several servers that do this at once, one gets each node. */
  async markSilent(): Promise<NodeName[]> {
    const [rows] = await this.dataSource.query<[NodeName[], number]>(
      `UPDATE node SET is_online = false, silent_since = now()
       WHERE is_online
         AND coalesce(last_seen_at, '-infinity') < now() - $1 * interval '1 millisecond'
         AND (last_seen_at IS NOT NULL OR created_at < now() - $2 * interval '1 millisecond')
       RETURNING id, name`,
      [limits.agentSilenceMs, limits.nodeGraceMs],
    );
    return rows;
  }

  /** A server is here to listen from now on: what was silent before it came counts from now. */
  async resetOfflineSince(): Promise<void> {
    await this.dataSource.query('UPDATE node SET silent_since = now() WHERE NOT is_online');
  }

  /** Averages per bucket of `bucketMs`, oldest first. */
  listMetrics(from: Date, to: Date, bucketMs: number): Promise<MetricBucket[]> {
    return this.dataSource.query<MetricBucket[]>(
      `SELECT node_id AS "nodeId",
              (EXTRACT(EPOCH FROM bucket) * 1000)::float8 AS time,
              avg(cpu)::float8 AS cpu, avg(mem)::float8 AS mem
       FROM (
         SELECT node_id, cpu, mem, date_bin($3 * interval '1 millisecond', time, $1::timestamptz) AS bucket
         FROM node_metric WHERE time >= $1 AND time < $2
       ) AS binned
       GROUP BY node_id, bucket
       ORDER BY bucket`,
      [from, to, bucketMs],
    );
  }

  /** Drops samples older than the given time. */
  async pruneMetrics(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM node_metric WHERE time < $1', [before]);
  }
}
