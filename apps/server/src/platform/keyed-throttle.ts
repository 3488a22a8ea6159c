/** Passes on at most one value of a key in an interval: the first at once, of later ones the last, at its end. */
export class KeyedThrottle<Value> {
  /** The keys within their interval; `next` is what came since, if anything did. */
  private readonly held = new Map<string, { timer: NodeJS.Timeout; next?: { value: Value } }>();

  /** @param intervalMs milliseconds */
  constructor(
    private readonly intervalMs: number,
    private readonly send: (key: string, value: Value) => void,
  ) {}

  pass(key: string, value: Value): void {
    const held = this.held.get(key);
    if (held) {
      held.next = { value };
      return;
    }
    this.send(key, value);
    this.held.set(key, { timer: setTimeout(() => this.release(key), this.intervalMs) });
  }

  /** Drops what still waits. */
  close(): void {
    this.held.forEach(({ timer }) => clearTimeout(timer));
    this.held.clear();
  }

  private release(key: string): void {
    const next = this.held.get(key)?.next;
    this.held.delete(key);
    if (next) {
      this.pass(key, next.value);
    }
  }
}
