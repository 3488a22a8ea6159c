/**
 * Passes on what is said of many things, of each thing at most once in an interval: the first word at once, of those that
 * follow within the interval the last, at its end.
 */
export class LatestOf<Value> {
  /** By key: what is to be said when the interval ends; undefined: nothing came since. */
  private readonly waiting = new Map<string, { value: Value | undefined; timer: NodeJS.Timeout }>();

  /** @param everyMs the interval, milliseconds */
  constructor(
    private readonly everyMs: number,
    private readonly tell: (value: Value) => void,
  ) {}

  pass(key: string, value: Value): void {
    const held = this.waiting.get(key);
    if (held) {
      held.value = value;
    } else {
      this.tell(value);
      this.hold(key);
    }
  }

  /** What still waits is not said any more. */
  close(): void {
    for (const { timer } of this.waiting.values()) {
      clearTimeout(timer);
    }
    this.waiting.clear();
  }

  private hold(key: string): void {
    const timer = setTimeout(() => {
      const last = this.waiting.get(key)?.value;
      this.waiting.delete(key);
      if (last !== undefined) {
        this.tell(last);
        this.hold(key);
      }
    }, this.everyMs);
    this.waiting.set(key, { value: undefined, timer });
  }
}
