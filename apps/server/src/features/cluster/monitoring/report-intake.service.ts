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
import { ApplicationRepository } from '../applications/application.repository.js';
import type { NodeDiskHealth } from './disk-health.repository.js';
import type { NodeFigures } from './figure.repository.js';
import { HostHistories } from './host-history.service.js';
import { MetricRepository } from './metric.repository.js';
import { readSamples } from './read-samples.js';

/** While nobody watches, an agent sends its samples together this often; shorter than `agentSilenceMs`, or it would seem away. */
const unwatchedSendMs = 4_000;
/** Samples per node and event: as many as one report has while nobody watches. */
const shownOfNode = 3;
/** Samples per event at most: 1 to 2 MB, far below the backlog at which a slow window is disconnected (`slow-sockets.ts`). */
const shownMax = 6_000;
/** Reports of kept samples that may wait: those of a thousand agents, with 500 samples each, take some 60 MB. */
const replaysMax = 1_200;
/** After 10 s without an answer an agent gives up and resends, so a report that has waited nearly as long is not stored. */
const replayWaitMs = 9_000;

const watchers = audience.topic({ topic: 'monitoring' });

/**
 * Takes the reports of all agents in batches of a second: heartbeats are recorded first and separately, then current samples
 * are stored and, if anyone watches, published as one event. Samples that agents kept while they had no answer are stored one
 * report at a time, so that a thousand agents that return at once delay neither.
 */
@Injectable()
export class ReportIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('ReportIntake');
  private readonly heard: ReportsTogether<string>;
  private readonly live: ReportsTogether<MetricSample[]>;
  private readonly figures: ReportsTogether<NodeFigures[]>;
  private readonly diskHealth: ReportsTogether<NodeDiskHealth>;
  private readonly replays = new Semaphore(1, {
    maxWaiting: replaysMax,
    refuse: () => new Error('Too many wait'),
  });
  private readonly replayNews: KeyedThrottle;

  readonly handlers: Pick<AgentEventHandlers, 'node.report-metrics'> = {
    'node.report-metrics': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: MetricRepository,
    presence: NodePresence,
    private readonly realtime: Realtime,
    private readonly histories: HostHistories,
    private readonly applications: ApplicationRepository,
    { nodes }: Timings,
  ) {
    this.heard = new ReportsTogether('Heartbeats', nodes.reportsMs, (nodeIds) =>
      presence.markSeen(nodeIds),
    );
    this.live = new ReportsTogether('Samples', nodes.reportsMs, (reports) =>
      this.storeLive(reports),
    );
    this.figures = new ReportsTogether('Figures', nodes.reportsMs, (reports) =>
      this.histories.store(reports.flat()),
    );
    this.diskHealth = new ReportsTogether('Health of disks', nodes.reportsMs, (reports) =>
      this.histories.storeDiskHealth(reports),
    );
    this.replayNews = new KeyedThrottle(nodes.reportsMs, () => this.show([], true), {
      leading: false,
    });
  }

  onApplicationShutdown(): void {
    this.heard.close();
    this.live.close();
    this.figures.close();
    this.diskHealth.close();
    this.replayNews.close();
  }

  /** Resolves when the report is stored; an agent keeps it until then. One without samples is a heartbeat. */
  private async take(
    { nodeId, hostname }: ConnectedAgent,
    report: MetricReport,
  ): Promise<MetricReportReply> {
    const takenAt = performance.now();
    const { live, replayed } = readSamples({ nodeId, hostname }, report);
    const figures = this.histories.read(nodeId, report.figures ?? []);
    await Promise.all([
      figures.length > 0 ? this.figures.add('all', figures) : undefined,
      report.programs && this.applications.notePrograms(nodeId, report.programs),
      report.diskHealth && this.diskHealth.add('all', { ...report.diskHealth, nodeId }),
      this.heard.add('all', nodeId),
      live.length > 0 ? this.live.add('all', live) : undefined,
      replayed.length > 0 ? this.storeReplay(replayed) : undefined,
    ]);
    const ofHost = audience.topic({ topic: 'host', nodeId });
    const isWatched = this.realtime.hasListeners(ofHost);
    if (isWatched && report.processes) {
      this.realtime.publish('hostProcesses', ofHost, { nodeId, processes: report.processes });
    }
    return {
      ...(!isWatched && !this.realtime.hasListeners(watchers) && { sendMs: unwatchedSendMs }),
      ...(isWatched && { isWatched }),
      heldMs: performance.now() - takenAt,
      now: Date.now(),
    };
  }

  private async storeLive(reports: readonly MetricSample[][]): Promise<void> {
    await this.repository.storeSamples(reports.flat());
    this.show(reports.flatMap((samples) => samples.slice(-shownOfNode)).slice(-shownMax));
  }

  /** A report that waits too long is left without a line in the log: in a storm they are many. */
  private async storeReplay(samples: readonly MetricSample[]): Promise<void> {
    const store = (): Promise<void> =>
      this.repository.storeSamples(samples).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Replayed samples could not be stored');
        throw error;
      });
    await this.replays
      .run(store, () => AbortSignal.timeout(replayWaitMs))
      .catch((error: unknown) => {
        throw new LeftUnansweredError('not stored', { cause: error });
      });
    this.replayNews.pass('all', true);
  }

  private show(samples: MetricSample[], isReplayed = false): void {
    if (this.realtime.hasListeners(watchers)) {
      this.realtime.publish('metrics', watchers, { samples, ...(isReplayed && { isReplayed }) });
    }
  }
}
