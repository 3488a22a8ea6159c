import { Injectable } from '@nestjs/common';
import type { Language, MonitorRecord } from '@clusterdesk/contracts';
import { Settings } from '../../../platform/settings/settings.service.js';
import { NodeAlertRepository } from '../alerts/node-alert.repository.js';
import { metricsDays, rawMetricsDays } from '../cluster.settings.js';
import { nodeFaultSentence } from '../draining/node-faults.js';
import { keptKinds, maySeeHosts, type Rights } from '../cluster.policy.js';
import { NodeRepository } from '../node.repository.js';
import { dayMs, MetricDays } from './metric-days.service.js';
import { MetricSeriesRepository, type MetricSeries } from './metric-series.repository.js';
import { planSeries } from './series-plan.js';

const hourMs = 3_600_000;

/** What `/monitor/data` shows: every host with its recent load. */
@Injectable()
export class MonitoringService {
  constructor(
    private readonly nodes: NodeRepository,
    private readonly series: MetricSeriesRepository,
    private readonly days: MetricDays,
    private readonly settings: Settings,
    private readonly alerts: NodeAlertRepository,
  ) {}

  /**
   * Series of at most 300 averaged points, fewer when there are many hosts, between `from` and `to` (ms since the epoch; default
   * the last hour), for all hosts or one. The range is limited to the retention and to an hour from now.
   */
  async getRecords(
    range: { from?: number; to?: number; hostname?: string },
    language: Language,
  ): Promise<MonitorRecord[]> {
    const now = Date.now();
    const { raw, all } = await this.oldest(now, (days) => this.settings.get(days));
    const to = clamp(range.to ?? now, all, now + hourMs);
    const from = clamp(range.from ?? to - hourMs, all, to);
    const nodes = await this.nodes.listNodes(range.hostname);
    const plan = planSeries({ from, to }, raw, nodes.length);
    const [alerts, found] = await Promise.all([
      this.alerts.listLasting(),
      this.series.list({
        ...plan,
        ...(range.hostname !== undefined && { nodeIds: nodes.map(({ id }) => id) }),
      }),
    ]);
    const byNode = new Map(found.map((series) => [series.nodeId, series]));
    return nodes.map((node) => {
      const series = byNode.get(node.id);
      return {
        nodeId: node.id,
        hostname: node.name,
        kind: node.kind,
        online: node.isOnline,
        lastSeen: node.lastSeenAt?.getTime() ?? null,
        cpuCount: node.cpuCount,
        memoryBytes: node.memoryBytes === null ? null : Number(node.memoryBytes),
        confinement: node.confinement,
        acceptsJobs: node.acceptsJobs,
        protections: node.protections,
        drainedReason: node.drainedReason && nodeFaultSentence(node.drainedReason)[language],
        alerts: alerts.get(node.id) ?? [],
        cpus: series ? toPoints(series, series.cpus, plan.stepMs) : [],
        mems: series ? toPoints(series, series.mems, plan.stepMs) : [],
      };
    });
  }

  /**
   * How many hosts there are, how many are online, and how many of those that the user keeps are down or have an alert (null: the
   * user keeps none); null for users who may not see them.
   */
  async countHosts(
    user: Rights,
  ): Promise<{ total: number; online: number; troubled: number | null } | null> {
    if (!maySeeHosts(user)) {
      return null;
    }
    const kept = keptKinds(user);
    const { troubled, ...counts } = await this.nodes.count(kept);
    return { ...counts, troubled: kept.length === 0 ? null : troubled };
  }

  /** Drops what is older than the settings say. */
  async prune(): Promise<void> {
    const { raw, all } = await this.oldest(Date.now(), (days) =>
      this.settings.getForDeletion(days),
    );
    await this.days.dropBefore('node_metric', raw);
    await this.days.dropBefore('node_metric_level', all);
    await this.days.dropBefore('node_figures', all);
  }

  /** The oldest samples and averages that are kept, milliseconds since the epoch. */
  private async oldest(
    now: number,
    read: (days: typeof metricsDays | typeof rawMetricsDays) => Promise<number>,
  ): Promise<{ raw: number; all: number }> {
    const all = now - (await read(metricsDays)) * dayMs;
    return { all, raw: Math.max(all, now - (await read(rawMetricsDays)) * dayMs) };
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

const toPoints = (
  { steps }: MetricSeries,
  values: readonly number[],
  stepMs: number,
): MonitorRecord['cpus'] =>
  steps.map((step, index) => ({ time: step * stepMs, used: round(values[index] ?? 0) }));

const round = (percent: number): number => Math.round(percent * 100) / 100;
