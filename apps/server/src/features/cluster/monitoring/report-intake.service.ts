import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricReport, MetricReportReply, MetricSample } from '@clusterdesk/contracts';
import { audience } from '../../../platform/realtime/audience.js';
import { Hooks } from '../../../platform/hooks/hooks.service.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { type AgentEventHandlers, LeftUnansweredError } from '../agents/agent-events.js';
import { nodesBack } from '../cluster.hooks.js';
import { NodePresence } from '../presence/node-presence.service.js';
import type { NodeName } from '../node.repository.js';
import { maxPastMs } from './metric-days.service.js';
import { MetricRepository } from './metric.repository.js';

const gatherMs = 1_000;
/** A sample from an agent whose clock runs ahead is not shown in the future. */
const maxAheadMs = 5_000;
/** Whatever a node says, no more than one sample in this time is stored of it: an honest one takes one in `agentReportMs`. */
const grainMs = 1_000;
/** Reports that wait while the database is away, of one node no more than the gateway hands on at once. Older ones stay unanswered. */
const maxWaiting = 5_000;
/** While nobody watches, an agent sends its samples together this often; shorter than `agentSilenceMs`, or it would seem away. */
const unwatchedSendMs = 4_000;

const watchers = audience.topic({ topic: 'monitoring' });

interface WaitingReport {
  nodeId: string;
  samples: MetricSample[];
  isStored: (reply: MetricReportReply) => void;
  leave: (why: LeftUnansweredError) => void;
}

/** Takes the reports of all agents: gathered and stored once a second, and shown as one event a second where somebody watches. */
@Injectable()
export class ReportIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('ReportIntake');
  private waiting: WaitingReport[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStoring = false;

  readonly handlers: Pick<AgentEventHandlers, 'node.report-metrics'> = {
    'node.report-metrics': ({ nodeId, hostname }, report) => this.take(nodeId, hostname, report),
  };

  constructor(
    private readonly repository: MetricRepository,
    private readonly presence: NodePresence,
    private readonly realtime: Realtime,
    private readonly hooks: Hooks,
  ) {}

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Resolves when the report is stored; an agent keeps it until then. */
  private take(nodeId: string, hostname: string, report: MetricReport): Promise<MetricReportReply> {
    const samples = readSamples(nodeId, hostname, report);
    return new Promise((resolve, reject) => {
      this.waiting.push({ nodeId, samples, isStored: resolve, leave: reject });
      leaveAll(this.waiting.splice(0, this.waiting.length - maxWaiting));
      this.storeSoon();
    });
  }

  private storeSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.store();
    }, gatherMs);
  }

  /** Stores what has come. What cannot be stored stays unanswered: its agents say it again. */
  private async store(): Promise<void> {
    if (this.isStoring) {
      this.storeSoon();
      return;
    }
    this.isStoring = true;
    const reports = this.waiting;
    this.waiting = [];
    try {
      const samples = reports.flatMap((report) => report.samples);
      const nodeIds = [...new Set(reports.map((report) => report.nodeId))];
      const appeared = await this.repository.storeReports(nodeIds, samples);
      const isWatched = this.realtime.hasListeners(watchers);
      if (samples.length > 0 && isWatched) {
        this.realtime.publish('metrics', watchers, { samples });
      }
      const reply = isWatched ? {} : { sendMs: unwatchedSendMs };
      reports.forEach((report) => report.isStored(reply));
      await this.welcome(appeared);
    } catch (error) {
      this.logger.warn({ err: error }, 'Reports could not be stored');
      leaveAll(reports);
    } finally {
      this.isStoring = false;
    }
  }

  /** Nodes that only seemed away take jobs again. */
  private async welcome(nodes: readonly NodeName[]): Promise<void> {
    if (nodes.length > 0) {
      this.presence.announce(nodes, true);
      await this.hooks.notify(nodesBack, { nodeIds: nodes.map(({ id }) => id) });
    }
  }
}

/** What counts of a report: nobody's disk is to be filled with samples of times that no agent has lived. */
function readSamples(nodeId: string, hostname: string, report: MetricReport): MetricSample[] {
  const now = Date.now();
  const byTime = new Map<number, MetricSample>();
  for (const { time, cpu, mem } of report.samples) {
    if (time >= now - maxPastMs) {
      const moment = Math.floor(Math.min(time, now + maxAheadMs) / grainMs) * grainMs;
      byTime.set(moment, { nodeId, hostname, time: moment, cpu, mem });
    }
  }
  return [...byTime.values()];
}

function leaveAll(reports: readonly WaitingReport[]): void {
  reports.forEach(({ leave }) => leave(new LeftUnansweredError('not stored')));
}
