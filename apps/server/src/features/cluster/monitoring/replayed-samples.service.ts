import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricSample } from '@clusterdesk/contracts';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { LeftUnansweredError } from '../agents/agent-events.js';
import { MetricRepository, statementRowsMax } from './metric.repository.js';

/** Between two statements the database has others to serve. */
const restMs = 10;
/** Upper bound for queued samples: a thousand agents' reports, some 60 MB. Further reports are not acknowledged and will be resent. */
const waitingMax = 600_000;
/** An agent that waited this long for its answer has given up and resends. */
const givenUpMs = 10_000;

const watchers = audience.topic({ topic: 'monitoring' });

interface WaitingReplay {
  samples: readonly MetricSample[];
  since: number;
  isStored: () => void;
  leave: (why: LeftUnansweredError) => void;
}

/**
 * Stores what agents kept while nobody answered them: in statements of bounded size, one after the other, so that a thousand
 * agents that come back at once hold up neither the reports of now nor each other. Open pages are told to ask for it.
 */
@Injectable()
export class ReplayedSamples implements OnApplicationShutdown {
  private readonly logger = new Logger('ReplayedSamples');
  /** One report of each node, for an agent waits for its answer; in the order in which they are stored. */
  private readonly waiting = new Map<string, WaitingReplay>();
  private waitingSamples = 0;
  private readonly storing = new KeyedThrottle(restMs, () => this.storeNext(), { leading: false });

  constructor(
    private readonly repository: MetricRepository,
    private readonly realtime: Realtime,
  ) {}

  onApplicationShutdown(): void {
    this.storing.close();
  }

  /** Resolves when they are stored. A later report of the node takes the place of the one that waits: its agent has given that up. */
  add(nodeId: string, samples: readonly MetricSample[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const before = this.waiting.get(nodeId);
      const others = this.waitingSamples - (before?.samples.length ?? 0);
      if (others + samples.length > waitingMax) {
        reject(new LeftUnansweredError('too much waits'));
        return;
      }
      before?.leave(new LeftUnansweredError('said again'));
      const replay = { samples, since: performance.now(), isStored: resolve, leave: reject };
      this.waiting.set(nodeId, replay);
      this.waitingSamples = others + samples.length;
      this.storing.pass('all', true);
    });
  }

  private async storeNext(): Promise<void> {
    const batch = this.takeNext();
    try {
      await this.repository.storeSamples([...batch.values()].flatMap(({ samples }) => samples));
      batch.forEach(({ isStored }) => isStored());
      if (this.realtime.hasListeners(watchers)) {
        this.realtime.publish('metrics', watchers, { samples: [], isReplayed: true });
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Replayed samples could not be stored');
      batch.forEach((replay, nodeId) => this.putBack(nodeId, replay));
    }
    if (this.waiting.size > 0) {
      this.storing.pass('all', true);
    }
  }

  /** Whole reports, those that wait longest, as many as a statement may hold; at least one. */
  private takeNext(): Map<string, WaitingReplay> {
    const batch = new Map<string, WaitingReplay>();
    let rows = 0;
    for (const [nodeId, replay] of this.waiting) {
      rows += replay.samples.length;
      if (rows > statementRowsMax && batch.size > 0) {
        break;
      }
      batch.set(nodeId, replay);
      this.waiting.delete(nodeId);
      this.waitingSamples -= replay.samples.length;
    }
    return batch;
  }

  /** For the next statement, as long as its agent waits for the answer and has sent nothing later. */
  private putBack(nodeId: string, replay: WaitingReplay): void {
    if (this.waiting.has(nodeId) || performance.now() - replay.since > givenUpMs) {
      replay.leave(new LeftUnansweredError('not stored'));
      return;
    }
    this.waiting.set(nodeId, replay);
    this.waitingSamples += replay.samples.length;
  }
}
