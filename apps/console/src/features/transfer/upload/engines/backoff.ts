const firstMs = 500;
const longestMs = 15_000;

/**
 * The waits between tries: growing up to 15 seconds with some chance in them, so that many windows do not come back in the
 * same moment. The browser's news that the network is back ends a wait.
 */
export class Backoff {
  private tries = 0;

  /** After a success the next wait is short again. */
  reset(): void {
    this.tries = 0;
  }

  /** Resolves when it is time to try again, or when `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = Math.min(longestMs, firstMs * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('online', end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      globalThis.addEventListener?.('online', end);
      signal.addEventListener('abort', end);
    });
  }
}
