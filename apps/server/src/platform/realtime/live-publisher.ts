import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { liveRetention } from '@clusterdesk/contracts';
import { parseArgs, type LiveDelivery, type LiveEntry, type LiveLog } from './live-log.js';

/** Events that came while the last batch was written go together; so many at the most. */
const batchMax = 250;
/** How many may wait while the log is away. Of those beyond it only the audience is remembered. */
const waitingMax = 5_000;
/** An event that could not be written in this time is given up: who it was for is told to ask anew. */
const giveUpMs = 60_000;
const firstRetryMs = 100;
const maxRetryMs = 2_000;
/** While something is in the log it is pruned this often. */
const pruneMs = 30_000;

interface Waiting extends LiveEntry {
  since: number;
}

/**
 * Writes this process's state events into the log, one batch at a time, so that their order stays, and hands them on with
 * their numbers. While the log is away they wait; what has to be given up leaves a hole in the numbers, by which clients
 * learn that something is missing. Does nothing, not even by a timer, while there is nothing to write.
 */
export class LivePublisher {
  private readonly logger = new Logger('LivePublisher');
  private waiting: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private readonly lost = new Set<string>();
  private readonly unpruned = new Set<string>();
  private lastWrittenAt = 0;
  private pruneTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly log: LiveLog,
    private readonly deliver: (batch: LiveDelivery[]) => void,
    private readonly limits: { giveUpMs: number; waitingMax: number } = { giveUpMs, waitingMax },
  ) {}

  add(entries: readonly LiveEntry[]): void {
    const since = Date.now();
    for (const entry of entries) {
      if (this.waiting.length >= this.limits.waitingMax) {
        this.lost.add(entry.audience);
      } else {
        this.waiting.push({ ...entry, since });
      }
    }
    this.start();
  }

  /** Writes what still waits, for at most this time. */
  async close(withinMs: number): Promise<void> {
    await Promise.race([this.writing, this.pause(withinMs)]);
    this.closing.abort();
    clearTimeout(this.pruneTimer);
    if (this.waiting.length > 0) {
      this.logger.warn(`${this.waiting.length} events could not be written before the end.`);
    }
  }

  private start(): void {
    if (!this.writing && !this.closing.signal.aborted) {
      this.writing = this.writeAll().finally(() => {
        this.writing = null;
        // What came between the last look and now.
        if (this.waiting.length > 0) {
          this.start();
        }
      });
    }
  }

  private async writeAll(): Promise<void> {
    while ((this.waiting.length > 0 || this.lost.size > 0) && !this.closing.signal.aborted) {
      const batch = this.waiting.splice(0, batchMax);
      if (batch.length > 0) {
        await this.writeBatch(batch);
      }
      await this.writeLost();
    }
  }

  private async writeBatch(batch: Waiting[]): Promise<void> {
    const id = randomUUID();
    const oldest = batch[0]?.since ?? Date.now();
    let retryMs = firstRetryMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const marks = await this.log.append(id, batch, attempt > 0);
        this.noteWritten(batch);
        this.deliver(
          batch.flatMap(({ event, args }, place) => {
            const mark = marks[place];
            return mark ? [{ ...mark, event, args: parseArgs(args) }] : [];
          }),
        );
        return;
      } catch (error) {
        if (this.closing.signal.aborted || Date.now() - oldest > this.limits.giveUpMs) {
          this.logger.warn({ err: error }, `${batch.length} events could not be numbered`);
          batch.forEach(({ audience }) => this.lost.add(audience));
          return;
        }
        if (attempt === 0) {
          this.logger.warn({ err: error }, 'Events wait: their log does not answer');
        }
      }
      await this.pause(retryMs);
      retryMs = Math.min(2 * retryMs, maxRetryMs);
    }
  }

  /** As soon as the log answers again, those for whom something was given up find a number missing. */
  private async writeLost(): Promise<void> {
    if (this.lost.size === 0) {
      return;
    }
    const audiences = [...this.lost];
    try {
      await this.log.skip(audiences);
      audiences.forEach((audience) => this.lost.delete(audience));
    } catch {
      await this.pause(maxRetryMs);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.closing.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }

  private noteWritten(batch: readonly LiveEntry[]): void {
    this.lastWrittenAt = Date.now();
    batch.forEach(({ audience }) => this.unpruned.add(audience));
    this.schedulePruning();
  }

  private schedulePruning(): void {
    if (this.pruneTimer || this.closing.signal.aborted) {
      return;
    }
    this.pruneTimer = setTimeout(() => void this.prune(), pruneMs);
    this.pruneTimer.unref();
  }

  private async prune(): Promise<void> {
    const audiences = [...this.unpruned];
    this.unpruned.clear();
    try {
      await this.log.prune(audiences);
    } catch (error) {
      this.logger.warn({ err: error }, 'The log of events could not be pruned');
    }
    this.pruneTimer = undefined;
    // Until the last event of this process is old enough to go.
    if (Date.now() - this.lastWrittenAt < liveRetention.ms + pruneMs) {
      this.schedulePruning();
    }
  }
}
