import { Injectable } from '@nestjs/common';
import { limits, type Language, type MonitorRecord } from '@clusterdesk/contracts';
import { Settings } from '../../../platform/settings/settings.service.js';
import { NodeAlertRepository } from '../alerts/node-alert.repository.js';
import { metricsDays } from '../cluster.settings.js';
import { nodeFaultSentence } from '../node-faults.js';
import { maySeeHosts, type Rights } from '../cluster.policy.js';
import { NodeRepository } from '../node.repository.js';
import { MetricRepository, type MetricBucket } from './metric.repository.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What `/monitor/data` shows: every host with its recent load. */
@Injectable()
export class MonitoringService {
  constructor(
    private readonly nodes: NodeRepository,
    private readonly metrics: MetricRepository,
    private readonly settings: Settings,
    private readonly alerts: NodeAlertRepository,
  ) {}

  /**
   * Series of at most 300 averaged points between `from` and `to` (ms since the epoch; default the last hour), of all hosts or of
   * one. Nothing is asked for from before the retention or from the future.
   */
  async getRecords(
    range: { from?: number; to?: number; hostname?: string },
    language: Language,
  ): Promise<MonitorRecord[]> {
    const now = Date.now();
    const oldest = now - (await this.settings.get(metricsDays)) * dayMs;
    const to = clamp(range.to ?? now, oldest, now + hourMs);
    const from = clamp(range.from ?? to - hourMs, oldest, to);
    const [nodes, alerts, buckets] = await Promise.all([
      this.nodes.listNodes(range.hostname),
      this.alerts.listLasting(),
      this.metrics.list({
        from: new Date(from),
        to: new Date(to),
        bucketMs: bucketFor(to - from),
        hostname: range.hostname,
      }),
    ]);
    const byNode = groupByNode(buckets);
    return nodes.map((node) => {
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
        protections: node.protections,
        drainedReason: node.drainedReason && nodeFaultSentence(node.drainedReason)[language],
        alerts: alerts.get(node.id) ?? [],
        cpus: series.map(({ time, cpu }) => ({ time, used: round(cpu) })),
        mems: series.map(({ time, mem }) => ({ time, used: round(mem) })),
      };
    });
  }

  /** How many hosts there are, and how many are online; null for who may not look at them. */
  async countHosts(user: Rights): Promise<{ total: number; online: number } | null> {
    return maySeeHosts(user) ? this.nodes.count() : null;
  }

  /** Drops metrics older than the setting says. */
  async prune(): Promise<void> {
    await this.metrics.prune(new Date(Date.now() - (await this.settings.get(metricsDays)) * dayMs));
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

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
