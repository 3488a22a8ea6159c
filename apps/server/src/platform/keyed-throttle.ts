/** Which of the values that arrive within an interval are passed on; both by default. */
interface ThrottleEdges {
  /** The first, at once. */
  leading?: boolean;
  /** The last, at the interval's end. */
  trailing?: boolean;
}

/** What two values of a key that wait become; the later one unless said otherwise. */
type Merge<Value> = (held: Value, next: Value) => Value;

/**
 * Tells of each key at most once in an interval, one after the other: by default the first value at once, and the last of those
 * that follow when the interval ends. A key without news for an interval is forgotten.
 */
export class KeyedThrottle<Value extends NonNullable<unknown> = true> {
  private readonly held = new Map<string, { next: Value | undefined; timer: NodeJS.Timeout }>();
  private isClosed = false;

  /** @param tell settles by itself; the next interval begins when it has */
  constructor(
    private readonly intervalMs: number,
    private readonly tell: (value: Value, key: string) => void | Promise<void>,
    private readonly edges: ThrottleEdges = {},
    private readonly merge: Merge<Value> = (_, next) => next,
  ) {}

  pass(key: string, value: Value): void {
    const { leading = true, trailing = true } = this.edges;
    const held = this.held.get(key);
    if (held) {
      const waiting = held.next === undefined ? value : this.merge(held.next, value);
      held.next = trailing ? waiting : undefined;
    } else if (!this.isClosed) {
      this.hold(key, leading ? undefined : value);
      if (leading) {
        void this.tell(value, key);
      }
    }
  }

  /** Nothing is told any more. */
  close(): void {
    this.isClosed = true;
    this.held.forEach(({ timer }) => clearTimeout(timer));
    this.held.clear();
  }

  private hold(key: string, next: Value | undefined): void {
    const timer = setTimeout(() => this.end(key), this.intervalMs).unref();
    this.held.set(key, { next, timer });
  }

  private end(key: string): void {
    const held = this.held.get(key);
    if (held?.next === undefined) {
      this.held.delete(key);
      return;
    }
    const { next } = held;
    held.next = undefined;
    const told = this.tell(next, key);
    const holdOn = (): void => {
      if (this.held.get(key) === held) {
        this.hold(key, held.next);
      }
    };
    if (told instanceof Promise) {
      void told.then(holdOn);
    } else {
      holdOn();
    }
  }
}
