import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricReport, MetricReportReply, MetricSample } from '@clusterdesk/contracts';
import { Semaphore } from '../../../platform/concurrency.js';
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
import { ReportsTogether } from '../reports-together.js';
import { MetricRepository } from './metric.repository.js';
import { readSamples } from './read-samples.js';

/** While nobody watches, an agent sends its samples together this often; shorter than `agentSilenceMs`, or it would seem away. */
const unwatchedSendMs = 4_000;
/** Samples of one node per event: as many as come together where nobody watched until now. */
const shownOfNode = 3;
/** Samples per event at most: 1 to 2 MB, far below what a slow window is cut off for (`slow-sockets.ts`). */
const shownMax = 6_000;
/** Reports of kept samples that wait at once: a thousand agents' of 500 samples, some 60 MB. */
const replaysMax = 1_200;
/** An agent that waited 10 s for its answer has given up and resends: what waits nearly as long is not worth storing. */
const replayWaitMs = 9_000;

const watchers = audience.topic({ topic: 'monitoring' });

/**
 * Takes the reports of all agents, gathered for a second: heartbeats are noted first and by themselves, then the samples of now
 * are stored, and shown as one event where somebody watches. Samples that an agent kept while nobody answered are stored one
 * report after the other, so that a thousand agents that come back at once hold up neither.
 */
@Injectable()
export class ReportIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('ReportIntake');
  private readonly heard: ReportsTogether<string>;
  private readonly live: ReportsTogether<MetricSample[]>;
  private readonly replays = new Semaphore(1, {
    maxWaiting: replaysMax,
    refuse: () => new LeftUnansweredError('too many wait'),
  });
  private readonly replayNews: KeyedThrottle;

  readonly handlers: Pick<AgentEventHandlers, 'node.report-metrics'> = {
    'node.report-metrics': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: MetricRepository,
    presence: NodePresence,
    private readonly realtime: Realtime,
    { nodes }: Timings,
  ) {
    this.heard = new ReportsTogether('Heartbeats', nodes.reportsMs, (nodeIds) =>
      presence.markSeen(nodeIds),
    );
    this.live = new ReportsTogether('Samples', nodes.reportsMs, (reports) =>
      this.storeLive(reports),
    );
    this.replayNews = new KeyedThrottle(nodes.reportsMs, () => this.show([], true), {
      leading: false,
    });
  }

  onApplicationShutdown(): void {
    this.heard.close();
    this.live.close();
    this.replayNews.close();
  }

  /** Resolves when the report is stored; an agent keeps it until then. One without samples is a heartbeat. */
  private async take(
    { nodeId, hostname }: ConnectedAgent,
    report: MetricReport,
  ): Promise<MetricReportReply> {
    const { live, replayed } = readSamples({ nodeId, hostname }, report);
    await Promise.all([
      this.heard.add('all', nodeId),
      live.length > 0 ? this.live.add('all', live) : undefined,
      replayed.length > 0 ? this.storeReplay(replayed) : undefined,
    ]);
    return this.realtime.hasListeners(watchers) ? {} : { sendMs: unwatchedSendMs };
  }

  private async storeLive(reports: readonly MetricSample[][]): Promise<void> {
    await this.repository.storeSamples(reports.flat());
    this.show(reports.flatMap((samples) => samples.slice(-shownOfNode)).slice(-shownMax));
  }

  private async storeReplay(samples: readonly MetricSample[]): Promise<void> {
    try {
      await this.replays.run(
        () => this.repository.storeSamples(samples),
        () => AbortSignal.timeout(replayWaitMs),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'Replayed samples could not be stored');
      throw new LeftUnansweredError('not stored', { cause: error });
    }
    this.replayNews.pass('all', true);
  }

  private show(samples: MetricSample[], isReplayed = false): void {
    if (this.realtime.hasListeners(watchers)) {
      this.realtime.publish('metrics', watchers, { samples, ...(isReplayed && { isReplayed }) });
    }
  }
}
