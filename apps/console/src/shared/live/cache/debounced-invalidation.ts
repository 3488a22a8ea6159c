/** What comes in pieces is all there when none came for as long, milliseconds. */
const quietMs = 4_000;
/** However long pieces come, what is there is asked for this often. */
const longestMs = 60_000;

/** Calls `invalidate` once when `schedule` is called no more, at a moment of its own within a while after that. */
export class DebouncedInvalidation {
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Of the pieces that come: since when, and which share of the spread this window waits. */
  private burst: { since: number; share: number } | null = null;

  constructor(private readonly invalidate: () => void) {}

  /** A piece came. @param spreadMs the while within which all windows that heard of it call, each at its own moment */
  schedule(spreadMs: number): void {
    const now = performance.now();
    this.burst ??= { since: now, share: Math.random() };
    const quietAt = Math.min(now + quietMs, this.burst.since + longestMs);
    clearTimeout(this.timer ?? undefined);
    this.timer = setTimeout(
      () => {
        this.stop();
        this.invalidate();
      },
      quietAt + this.burst.share * spreadMs - now,
    );
  }

  stop(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.burst = null;
  }
}
