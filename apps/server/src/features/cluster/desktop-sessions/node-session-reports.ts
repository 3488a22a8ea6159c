import type { HostSession } from '@clusterdesk/contracts';
import { LeftUnansweredError } from '../agents/agent-events.js';

/** For each changed row the node's next report waits this much longer, milliseconds. */
const restMsOfRow = 50;
/** An agent waits 10 s for its answer. One whose report is to wait longer than this is answered before, and the report is kept. */
const answerMs = 4_000;

interface NextReport {
  sessions: readonly HostSession[];
  /** Those who wait for its answer: also of the reports that it has replaced. */
  waiting: { isStored: () => void; leave: (why: LeftUnansweredError) => void }[];
  /** It was answered, so it will not be resent. */
  isPromised: boolean;
}

/**
 * The reports of one node about its desktop sessions: stored one after the other, the first after a quiet time at once, and of
 * those that come too soon the latest. A host on which much changes again and again costs a bounded number of rows a second.
 */
export class NodeSessionReports {
  private next: NextReport | null = null;
  private isStoring = false;
  private isStopped = false;
  /** Before that nothing is stored (`performance.now`). */
  private restedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param store stores a report; resolves with how many rows that changed
   * @param restMs the least time between a stored report and the next one
   * @param onQuiet nothing waits any more, and the next report would be stored at once
   */
  constructor(
    private readonly store: (sessions: readonly HostSession[]) => Promise<number>,
    private readonly restMs: number,
    private readonly onQuiet: () => void,
  ) {}

  /** Resolves when this report, or a later one in its place, is stored or certain to be. */
  add(sessions: readonly HostSession[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.next = {
        sessions,
        waiting: [...(this.next?.waiting ?? []), { isStored: resolve, leave: reject }],
        isPromised: this.next?.isPromised ?? false,
      };
      this.arrange();
    });
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private arrange(): void {
    if (this.isStoring || this.isStopped) {
      return;
    }
    const restMsLeft = Math.max(0, this.restedAt - performance.now());
    if (this.next && restMsLeft > answerMs) {
      this.next.isPromised = true;
      this.next.waiting.splice(0).forEach(({ isStored }) => isStored());
    }
    clearTimeout(this.timer);
    if (this.next && restMsLeft === 0) {
      void this.storeNext(this.next);
    } else {
      this.timer = setTimeout(() => (this.next ? this.arrange() : this.onQuiet()), restMsLeft);
    }
  }

  private async storeNext(report: NextReport): Promise<void> {
    this.next = null;
    this.isStoring = true;
    let changed = 0;
    try {
      changed = await this.store(report.sessions);
      report.waiting.forEach(({ isStored }) => isStored());
    } catch {
      report.waiting.forEach(({ leave }) => leave(new LeftUnansweredError('not stored')));
      if (report.isPromised) {
        this.next ??= { ...report, waiting: [] };
      }
    }
    this.restedAt = performance.now() + this.restMs + restMsOfRow * changed;
    this.isStoring = false;
    this.arrange();
  }
}
