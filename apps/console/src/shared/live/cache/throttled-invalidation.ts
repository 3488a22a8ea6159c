const quietMs = 250;
/** Asking again may take one part in so many of the time, however often something changes and however large the folder is. */
const restFactor = 4;

/**
 * Calls `invalidate` soon after `schedule` was called; many calls in a row are one. A change that comes while it runs leads to
 * another run afterwards, after a pause that grows with the cost of the last one.
 */
export class ThrottledInvalidation {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isRunning = false;
  private isDirty = false;
  /** When the askings so far have had their rest, and what the last of them adds to that. */
  private restedAt = 0;
  private lastShareMs = 0;

  constructor(private readonly invalidate: () => Promise<unknown>) {}

  schedule(): void {
    this.isDirty = true;
    if (!this.timer && !this.isRunning) {
      // One asking may be ahead of its rest: a change after a quiet time is shown soon, and the one that comes next to it too.
      const dueAt = this.restedAt - this.lastShareMs;
      const pauseMs = Math.max(quietMs, dueAt - performance.now());
      this.timer = setTimeout(() => void this.run(), pauseMs);
    }
  }

  /** Whether nothing is due, nothing runs, and the next asking would be at once. */
  get isIdle(): boolean {
    return !this.timer && !this.isRunning && performance.now() >= this.restedAt;
  }

  stop(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.isDirty = false;
  }

  private async run(): Promise<void> {
    this.timer = null;
    this.isDirty = false;
    this.isRunning = true;
    const startedAt = performance.now();
    try {
      await this.invalidate();
    } finally {
      const endedAt = performance.now();
      this.lastShareMs = (1 + restFactor) * (endedAt - startedAt);
      this.restedAt = Math.max(this.restedAt, startedAt) + this.lastShareMs;
      this.isRunning = false;
      if (this.isDirty) {
        this.schedule();
      }
    }
  }
}
