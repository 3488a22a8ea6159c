import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricReport, MetricReportReply, MetricSample } from '@clusterdesk/contracts';
import { groupBy } from '../../../platform/group-by.js';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import {
  type AgentEventHandlers,
  type ConnectedAgent,
  LeftUnansweredError,
} from '../agents/agent-events.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { MetricRepository } from './metric.repository.js';
import { readSamples } from './read-samples.js';
import { ReplayedSamples } from './replayed-samples.service.js';

/** Reports that wait while the database is away, of one node no more than the gateway hands on at once. Older ones stay unanswered. */
const maxWaiting = 5_000;
/** While nobody watches, an agent sends its samples together this often; shorter than `agentSilenceMs`, or it would seem away. */
const unwatchedSendMs = 4_000;
/** Samples of one node per event: as many as come together where nobody watched until now. */
const shownOfNode = 3;
/** Samples per event at most, the newest: 1 to 2 MB, far below what a slow window is cut off for (`slow-sockets.ts`). */
const shownMax = 6_000;

const watchers = audience.topic({ topic: 'monitoring' });

/** An agent that waits for an answer. */
interface Waiting {
  resolve: () => void;
  leave: (why: LeftUnansweredError) => void;
}

/**
 * Takes the reports of all agents, gathered for a second: heartbeats are noted first and by themselves, then the samples of now
 * are stored, and shown as one event where somebody watches. Samples that were kept go another way and hold up neither.
 */
@Injectable()
export class ReportIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('ReportIntake');
  private heard: (Waiting & { nodeId: string })[] = [];
  private waiting: (Waiting & { samples: MetricSample[] })[] = [];
  private readonly noting: KeyedThrottle;
  private readonly storing: KeyedThrottle;

  readonly handlers: Pick<AgentEventHandlers, 'node.report-metrics'> = {
    'node.report-metrics': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: MetricRepository,
    private readonly replayed: ReplayedSamples,
    private readonly presence: NodePresence,
    private readonly realtime: Realtime,
    { nodes }: Timings,
  ) {
    this.noting = new KeyedThrottle(nodes.reportsMs, () => this.noteHeard(), { leading: false });
    this.storing = new KeyedThrottle(nodes.reportsMs, () => this.store(), { leading: false });
  }

  onApplicationShutdown(): void {
    this.noting.close();
    this.storing.close();
  }

  /** Resolves when the report is stored; an agent keeps it until then. One without samples is a heartbeat. */
  private async take(
    { nodeId, hostname }: ConnectedAgent,
    report: MetricReport,
  ): Promise<MetricReportReply> {
    const { live, replayed } = readSamples({ nodeId, hostname }, report);
    await Promise.all([
      this.isNoted(nodeId),
      live.length > 0 ? this.isStored(live) : undefined,
      replayed.length > 0 ? this.replayed.add(nodeId, replayed) : undefined,
    ]);
    return this.realtime.hasListeners(watchers) ? {} : { sendMs: unwatchedSendMs };
  }

  private isNoted(nodeId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.heard.push({ nodeId, resolve, leave: reject });
      leaveAll(this.heard.splice(0, this.heard.length - maxWaiting));
      this.noting.pass('all', true);
    });
  }

  private isStored(samples: MetricSample[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ samples, resolve, leave: reject });
      leaveAll(this.waiting.splice(0, this.waiting.length - maxWaiting));
      this.storing.pass('all', true);
    });
  }

  private async noteHeard(): Promise<void> {
    const { heard } = this;
    this.heard = [];
    try {
      await this.presence.markSeen(new Set(heard.map(({ nodeId }) => nodeId)));
      heard.forEach(({ resolve }) => resolve());
    } catch (error) {
      this.logger.warn({ err: error }, 'Failed to update node heartbeats');
      leaveAll(heard);
    }
  }

  /** Stores what has come. What cannot be stored is not acknowledged: its agents resend it. */
  private async store(): Promise<void> {
    const reports = this.waiting;
    this.waiting = [];
    try {
      const samples = reports.flatMap((report) => report.samples);
      await this.repository.storeSamples(samples);
      if (this.realtime.hasListeners(watchers)) {
        this.realtime.publish('metrics', watchers, { samples: shownOf(samples) });
      }
      reports.forEach(({ resolve }) => resolve());
    } catch (error) {
      this.logger.warn({ err: error }, 'Reports could not be stored');
      leaveAll(reports);
    }
  }
}

/** The newest samples of each node, and of all. */
function shownOf(samples: readonly MetricSample[]): MetricSample[] {
  const byNode = groupBy(samples, ({ nodeId }) => nodeId);
  const newest = [...byNode.values()].flatMap((ofNode) => ofNode.slice(-shownOfNode));
  return newest.length <= shownMax
    ? newest
    : newest.toSorted((one, other) => one.time - other.time).slice(-shownMax);
}

function leaveAll(waiting: readonly Waiting[]): void {
  waiting.forEach(({ leave }) => leave(new LeftUnansweredError('not stored')));
}
