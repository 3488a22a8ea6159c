import { Injectable } from '@nestjs/common';
import { limits, type MonitorRecord } from '@clusterdesk/contracts';
import { NodeRepository, type MetricBucket } from './node.repository.js';

const hourMs = 3_600_000;
/** Metrics are kept this long. */
const retentionMs = 7 * 24 * hourMs;

/** What `/monitor/data` shows: every host with its recent load. */
@Injectable()
export class MonitoringService {
  constructor(private readonly repository: NodeRepository) {}

  /** Series of at most 300 averaged points between `from` and `to` (ms since the epoch; default the last hour). */
  async getRecords(range: {
    from?: number;
    to?: number;
    hostname?: string;
  }): Promise<MonitorRecord[]> {
    const to = range.to ?? Date.now();
    const from = Math.min(range.from ?? to - hourMs, to);
    const bucketMs = bucketFor(to - from);
    const [nodes, buckets] = await Promise.all([
      this.repository.listNodes(),
      this.repository.listMetrics(new Date(from), new Date(to), bucketMs),
    ]);
    const byNode = groupByNode(buckets);
    return nodes
      .filter((node) => range.hostname === undefined || node.name === range.hostname)
      .map((node) => {
        const series = byNode.get(node.id) ?? [];
        return {
          nodeId: node.id,
          hostname: node.name,
          online: node.isOnline,
          lastSeen: node.lastSeenAt?.getTime() ?? null,
          cpuCount: node.cpuCount,
          memoryBytes: node.memoryBytes === null ? null : Number(node.memoryBytes),
          confinement: node.confinement,
          acceptsJobs: node.acceptsJobs,
          cpus: series.map(({ time, cpu }) => ({ time, used: round(cpu) })),
          mems: series.map(({ time, mem }) => ({ time, used: round(mem) })),
        };
      });
  }

  async prune(): Promise<void> {
    await this.repository.pruneMetrics(new Date(Date.now() - retentionMs));
  }
}

/** The bucket that keeps a range within the allowed number of points, and not finer than agents report. */
export function bucketFor(rangeMs: number): number {
  return Math.max(limits.agentReportMs, Math.ceil(rangeMs / limits.monitorMaxPoints));
}

const round = (percent: number): number => Math.round(percent * 100) / 100;

function groupByNode(buckets: readonly MetricBucket[]): Map<string, MetricBucket[]> {
  const byNode = new Map<string, MetricBucket[]>();
  for (const bucket of buckets) {
    const series = byNode.get(bucket.nodeId);
    if (series) {
      series.push(bucket);
    } else {
      byNode.set(bucket.nodeId, [bucket]);
    }
  }
  return byNode;
}
