/** How long to wait before the tries after a cut, milliseconds. */
export interface RetryBounds {
  /** The first wait is spread over this. */
  firstMs: number;
  /** No wait is longer; it doubles from try to try until then. */
  mostMs: number;
}

/** However lucky the draw, nobody tries more often than this. */
const leastMs = 200;

/**
 * One server may lose a thousand agents at once: so few may come back in one second that it can prove itself to all (agent-proof.md).
 * The first wait is shorter than the silence after which a node counts as offline.
 */
const overNetwork: RetryBounds = { firstMs: 5_500, mostMs: 15_000 };
/** One agent at the most has a server on its own host, and nobody else to give way to. */
const onOneHost: RetryBounds = { firstMs: 400, mostMs: 5_000 };

/** When to try again: a draw from the whole range ("full jitter"), which grows from try to try. */
export class Backoff {
  private tries = 0;

  constructor(
    private readonly bounds: RetryBounds,
    private readonly random: () => number = Math.random,
  ) {}

  /** As suits the way to a server. */
  static to(server: string, random?: () => number): Backoff {
    return new Backoff(isLoopback(server) ? onOneHost : overNetwork, random);
  }

  /** The wait before the next try, milliseconds. */
  next(): number {
    const { firstMs, mostMs } = this.bounds;
    const ceiling = Math.min(mostMs, firstMs * 2 ** Math.min(this.tries, 10));
    this.tries += 1;
    return leastMs + this.random() * (ceiling - leastMs);
  }

  /** The wait where coming back at once would do harm: long, whatever the draw. */
  longest(): number {
    this.tries = 10;
    return this.bounds.mostMs * (0.5 + this.random() / 2);
  }

  /** The connection is good: the next cut is the first one again. */
  reset(): void {
    this.tries = 0;
  }
}

/** @param server its origin. Whether it is reached without any network: what goes there nobody reads on the way. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
