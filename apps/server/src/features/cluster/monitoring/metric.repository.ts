import { Injectable } from '@nestjs/common';
import { monitorLevels, type MetricSample } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { MetricDays } from './metric-days.service.js';

/** Samples per statement at most: even on a slow machine they take a small part of its timeout. */
export const statementRowsMax = 10_000;

/** An online agent sends more often. */
const latestSeconds = 30;

/** Stores samples, and the averages that long ranges are read from. */
@Injectable()
export class MetricRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: MetricDays,
  ) {}

  /**
   * Stores samples, a bounded number with each statement. A sample that was sent twice is stored once, one from an unknown node
   * not at all.
   */
  async storeSamples(samples: readonly Omit<MetricSample, 'hostname'>[]): Promise<void> {
    for (let begin = 0; begin < samples.length; begin += statementRowsMax) {
      await this.store(samples.slice(begin, begin + statementRowsMax));
    }
  }

  /** The newest share of its processors that each node used, percent; a node without a word in the last seconds is left out. */
  async latestCpu(nodeIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.dataSource.query<{ nodeId: string; cpu: number }[]>(
      `SELECT DISTINCT ON (node_id) node_id AS "nodeId", cpu FROM node_metric
       WHERE time > now() - make_interval(secs => $2::int) AND node_id = ANY($1::uuid[])
       ORDER BY node_id, time DESC`,
      [nodeIds, latestSeconds],
    );
    return new Map(rows.map(({ nodeId, cpu }) => [nodeId, cpu]));
  }

  /**
   * Each new sample is added to the averages of its intervals at once, however late it comes. Nodes are not locked, so that
   * marking and editing them need not wait. Samples of a node that is being deleted are never shown, and expire with their day.
   */
  private async store(samples: readonly Omit<MetricSample, 'hostname'>[]): Promise<void> {
    const times = samples.map((sample) => sample.time);
    await this.days.make(Math.min(...times), Math.max(...times));
    await this.dataSource.query(
      `WITH stored AS (
         INSERT INTO node_metric (node_id, time, cpu, mem)
         SELECT node_id, to_timestamp(ms / 1000.0) AS time, cpu, mem
         FROM unnest($1::uuid[], $2::float8[], $3::real[], $4::real[]) AS sample (node_id, ms, cpu, mem)
         JOIN node ON node.id = sample.node_id
         -- A fixed order, here and below, prevents deadlocks between servers that store the same samples.
         ORDER BY time, node_id
         ON CONFLICT DO NOTHING
         RETURNING *
       )
       INSERT INTO node_metric_level AS known (level, time, node_id, cpu, mem, samples)
       SELECT level, date_bin(level * interval '1 second', time, 'epoch') AS start, node_id, avg(cpu), avg(mem), count(*)
       FROM stored CROSS JOIN unnest($5::integer[]) AS level
       GROUP BY level, start, node_id
       ORDER BY level, start, node_id
       ON CONFLICT (level, time, node_id) DO UPDATE
       SET cpu = (known.cpu * known.samples + excluded.cpu * excluded.samples) / (known.samples + excluded.samples),
           mem = (known.mem * known.samples + excluded.mem * excluded.samples) / (known.samples + excluded.samples),
           samples = known.samples + excluded.samples`,
      [
        samples.map((sample) => sample.nodeId),
        times,
        samples.map((sample) => sample.cpu),
        samples.map((sample) => sample.mem),
        monitorLevels,
      ],
    );
  }
}
