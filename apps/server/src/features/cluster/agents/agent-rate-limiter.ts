import { agentJobsMax } from '@clusterdesk/contracts';
import type { AgentEvent } from './agent-events.js';

/** Events from one node that one server handles at once: most database connections are left to the other nodes. */
const atOnceMax = 4;
/** Credit per second; two seconds' worth may be spent at once. Sixty short jobs a second need no more. */
const perSecond = 200;
const burst = 2 * perSecond;
/** An agent that waited this long for an answer has given up and resends. */
const staleMs = 10_000;

/** An agent sends one event per run at a time. */
const ofRuns = { cost: 1, waitingMax: agentJobsMax };
const rules: { readonly [Event in AgentEvent]: { cost: number; waitingMax: number } } = {
  'node.hello': { cost: 50, waitingMax: 4 },
  'node.report-metrics': { cost: 1, waitingMax: 8 },
  'sessions.report': { cost: 10, waitingMax: 4 },
  // A whole class may open one desktop at the same moment.
  'sessions.redeem-code': { cost: 4, waitingMax: 64 },
  'jobs.started': ofRuns,
  'jobs.output': ofRuns,
  'jobs.ended': ofRuns,
  'applications.output': { cost: 1, waitingMax: 4 },
  'applications.ended': { cost: 1, waitingMax: 4 },
};
/** More skipped events than this are a flood. */
const passedOverMax = 2 * agentJobsMax;

interface Turn {
  event: AgentEvent;
  at: number;
  /** Never rejects. */
  take: () => Promise<void>;
}

/**
 * Passes the events of one node on in order, at a limited rate, so that a node that floods the server delays only itself. An
 * honest agent waits for its answers and reaches none of the limits but the rate.
 */
export class AgentRateLimiter {
  private readonly waiting: Turn[] = [];
  private readonly counts = new Map<AgentEvent, number>();
  private taking = 0;
  private passedOver = 0;
  private credit = burst;
  private creditedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;

  /** Whether all credit is available and nothing waits or runs. */
  get isAtRest(): boolean {
    this.refill();
    return this.credit === burst && this.waiting.length === 0 && this.taking === 0;
  }

  /** Whether the queue for this event is full, so that one more is skipped; the agent resends what is not answered. */
  isFull(event: AgentEvent): boolean {
    return this.countOf(event) >= rules[event].waitingMax;
  }

  /** Handles an event when its turn comes; call it only while the queue is not full. @param take never rejects */
  add(event: AgentEvent, take: () => Promise<void>): void {
    this.counts.set(event, this.countOf(event) + 1);
    this.waiting.push({ event, at: performance.now(), take });
    this.next();
  }

  /** Counts an event that is skipped because its queue is full or it is invalid. `flood`: there were too many of them. */
  passOver(): 'passed-over' | 'flood' {
    this.passedOver += 1;
    return this.passedOver > passedOverMax ? 'flood' : 'passed-over';
  }

  private countOf(event: AgentEvent): number {
    return this.counts.get(event) ?? 0;
  }

  private next(): void {
    this.refill();
    for (;;) {
      const [turn] = this.waiting;
      if (turn === undefined) {
        this.passedOver = 0;
        return;
      }
      if (this.taking >= atOnceMax) {
        return;
      }
      const missing = rules[turn.event].cost - this.credit;
      if (missing > 0) {
        this.timer ??= setTimeout(
          () => {
            this.timer = undefined;
            this.next();
          },
          (missing / perSecond) * 1_000,
        ).unref();
        return;
      }
      this.begin(turn);
    }
  }

  private begin(turn: Turn): void {
    this.waiting.shift();
    this.counts.set(turn.event, this.countOf(turn.event) - 1);
    if (performance.now() - turn.at > staleMs) {
      return;
    }
    this.credit -= rules[turn.event].cost;
    this.taking += 1;
    void turn.take().finally(() => {
      this.taking -= 1;
      this.next();
    });
  }

  private refill(): void {
    const now = performance.now();
    this.credit = Math.min(burst, this.credit + ((now - this.creditedAt) / 1_000) * perSecond);
    this.creditedAt = now;
  }
}
