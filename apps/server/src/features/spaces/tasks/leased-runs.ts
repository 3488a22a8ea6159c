import { randomUUID } from 'node:crypto';
import { Semaphore } from '../../../platform/concurrency.js';

/** Gives a run the next row of a user other than these; null when none waits. */
type Take<Row> = (lease: string, exceptOf: readonly string[]) => Promise<Row | null>;

/**
 * Runs waiting rows in one worker. A task only says that there may be some; the rows decide. However many rows of one user wait, the
 * worker keeps its last place for other users.
 */
export class LeasedRuns<Row extends { userId: string }> {
  private readonly held = new Map<string, number>();
  private readonly taking = new Semaphore(1);

  /** @param places how many run at once in this worker */
  constructor(
    private readonly places: number,
    private readonly takeNext: Take<Row>,
    private readonly run: (row: Row, lease: string, signal: AbortSignal) => Promise<void>,
  ) {}

  /** Runs one row after the other, until none is left or the worker stops. @throws what a run throws */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const lease = randomUUID();
      const row = await this.taking.run(() => this.take(lease));
      if (row === null) {
        return;
      }
      try {
        await this.run(row, lease, signal);
      } finally {
        this.count(row.userId, -1);
      }
    }
  }

  private async take(lease: string): Promise<Row | null> {
    const mostOfOne = Math.max(1, this.places - 1);
    const full = [...this.held].filter(([, count]) => count >= mostOfOne).map(([userId]) => userId);
    const row = await this.takeNext(lease, full);
    if (row !== null) {
      this.count(row.userId, 1);
    }
    return row;
  }

  private count(userId: string, change: 1 | -1): void {
    const count = (this.held.get(userId) ?? 0) + change;
    if (count > 0) {
      this.held.set(userId, count);
    } else {
      this.held.delete(userId);
    }
  }
}
