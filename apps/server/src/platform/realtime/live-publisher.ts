import { Logger } from '@nestjs/common';
import type { LiveMark } from '@clusterdesk/contracts';
import type { LiveCounter } from './live-counter.js';

/** A state event on its way to one audience. */
export interface LiveEntry {
  audience: string;
  event: string;
  args: unknown[];
}

/** A state event with its number; without one where an event was lost, and only its number is told. */
export interface LiveDelivery extends LiveMark {
  event?: string;
  args?: unknown[];
}

/** Events that arrived while the last batch was numbered go together; at most this many. */
const batchMax = 250;
/** At most this many wait for the database. Of those beyond it only the audience is remembered. */
const waitingMax = 5_000;
const firstRetryMs = 100;
const maxRetryMs = 2_000;
const pruneMs = 3_600_000;

/**
 * Numbers this process's state events, one batch at a time, so that their order stays, and hands them on. An event that could not
 * be numbered is lost; as soon as the database answers again its audience is told a number instead, and asks for its state anew.
 */
export class LivePublisher {
  private readonly logger = new Logger('LivePublisher');
  private waiting: LiveEntry[] = [];
  private writing: Promise<void> | null = null;
  private readonly lost = new Set<string>();
  private prunedAt = 0;
  private readonly closing = new AbortController();

  constructor(
    private readonly counter: Pick<LiveCounter, 'next' | 'prune'>,
    private readonly deliver: (batch: LiveDelivery[]) => void,
    private readonly mostWaiting = waitingMax,
  ) {}

  add(entries: readonly LiveEntry[]): void {
    for (const entry of entries) {
      if (this.waiting.length >= this.mostWaiting) {
        this.lost.add(entry.audience);
      } else {
        this.waiting.push(entry);
      }
    }
    this.start();
  }

  /** Delivers what still waits, for at most this time. */
  async close(withinMs: number): Promise<void> {
    await Promise.race([this.writing, this.pause(withinMs)]);
    this.closing.abort();
    if (this.waiting.length + this.lost.size > 0) {
      this.logger.warn(`${this.waiting.length} events could not be published before shutdown.`);
    }
  }

  private start(): void {
    if (!this.writing && !this.closing.signal.aborted) {
      this.writing = this.writeAll().finally(() => {
        this.writing = null;
        // What arrived between the last look and now.
        if (this.waiting.length > 0) {
          this.start();
        }
      });
    }
  }

  private async writeAll(): Promise<void> {
    let failures = 0;
    while (this.waiting.length + this.lost.size > 0 && !this.closing.signal.aborted) {
      const batch = this.waiting.splice(0, batchMax);
      const lost = [...this.lost];
      try {
        await this.write(batch, lost);
        failures = 0;
      } catch (error) {
        if (failures === 0) {
          this.logger.warn({ err: error }, 'Live events cannot be numbered');
        }
        batch.forEach(({ audience }) => this.lost.add(audience));
        failures += 1;
        await this.pause(Math.min(firstRetryMs * failures, maxRetryMs));
      }
    }
  }

  private async write(batch: readonly LiveEntry[], lost: readonly string[]): Promise<void> {
    const marks = await this.counter.next([...batch.map(({ audience }) => audience), ...lost]);
    lost.forEach((audience) => this.lost.delete(audience));
    this.deliver(marks.map((mark, place) => ({ ...batch[place], ...mark })));
    if (Date.now() - this.prunedAt > pruneMs) {
      this.prunedAt = Date.now();
      await this.counter
        .prune()
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'The numbers of live events could not be pruned'),
        );
    }
  }

  private pause(ms: number): Promise<void> {
    const { signal } = this.closing;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms).unref();
      signal.addEventListener('abort', end);
    });
  }
}
