/** How long to wait before the second try, and at most. */
export interface BackoffSpan {
  firstMs: number;
  longestMs: number;
}

const usualSpan: BackoffSpan = { firstMs: 500, longestMs: 15_000 };

/**
 * The waits between tries: each twice as long as the one before, up to the longest, with some chance in them, so that many
 * windows do not come back in the same moment. The browser's news that the network is back ends a wait.
 */
export class Backoff {
  private tries = 0;

  constructor(private readonly span: BackoffSpan = usualSpan) {}

  /** After a success the next wait is short again. */
  reset(): void {
    this.tries = 0;
  }

  /** How long to wait now, in milliseconds; the next answer is longer. */
  nextMs(): number {
    const ms = Math.min(this.span.longestMs, this.span.firstMs * 2 ** this.tries);
    this.tries += 1;
    return ms * (0.75 + Math.random() / 2);
  }

  /** Resolves when it is time to try again, or when `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('online', end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, this.nextMs());
      globalThis.addEventListener?.('online', end);
      signal.addEventListener('abort', end);
    });
  }
}
