import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricReport, MetricReportReply, MetricSample } from '@clusterdesk/contracts';
import { audience } from '../../../platform/realtime/audience.js';
import { Hooks } from '../../../platform/hooks/hooks.service.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import type { AgentEventHandlers } from '../agents/agent-events.js';
import { nodesBack } from '../cluster.hooks.js';
import { NodePresence } from '../node-presence.service.js';
import type { NodeName } from '../node.repository.js';
import { MetricRepository } from './metric.repository.js';

const gatherMs = 1_000;
/** A sample from an agent whose clock runs ahead is not shown in the future. */
const maxAheadMs = 5_000;
/** Reports that wait while the database is away; older ones stay unanswered, and their agents say them again. */
const maxWaiting = 5_000;
/** While nobody watches, an agent sends its samples together this often; shorter than `agentSilenceMs`, or it would seem away. */
const unwatchedSendMs = 4_000;

const watchers = audience.topic({ topic: 'monitoring' });

interface WaitingReport {
  nodeId: string;
  samples: MetricSample[];
  isStored: (reply: MetricReportReply) => void;
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
    const latest = Date.now() + maxAheadMs;
    const samples = report.samples.map((sample) => ({
      nodeId,
      hostname,
      time: Math.min(sample.time, latest),
      cpu: sample.cpu,
      mem: sample.mem,
    }));
    return new Promise((resolve) => {
      this.waiting.push({ nodeId, samples, isStored: resolve });
      this.waiting.splice(0, this.waiting.length - maxWaiting);
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
