/** What ends a work that has begun. */
type Stop = () => void;

/** Works that take turns, first come first served; each leaves when it is no longer wanted, begun or not. */
export class MeasureTurns {
  private readonly waiting = new Set<() => void>();
  private running = 0;

  constructor(private readonly atOnce: number) {}

  /** Begins a work when it is its turn, which lasts until it calls `done`. Answers what takes it back. */
  ask(begin: (done: () => void) => Stop): Stop {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    let stop: Stop = () => undefined;
    const done = (): void => {
      if (state === 'running') {
        this.running -= 1;
        // Not at once: rows that leave together would each begin for a moment.
        queueMicrotask(() => this.next());
      }
      state = 'over';
    };
    const start = (): void => {
      state = 'running';
      stop = begin(done);
    };
    this.waiting.add(start);
    this.next();
    return () => {
      this.waiting.delete(start);
      stop();
      done();
    };
  }

  private next(): void {
    const [first] = this.waiting;
    if (first && this.running < this.atOnce) {
      this.waiting.delete(first);
      this.running += 1;
      first();
    }
  }
}

/**
 * All rows of all lists of this window. The server measures one folder of a user at a time
 * (docs/decisions/calls-take-turns.md): a second call of a list would only stand before the one of the details pane.
 */
export const listTurns = new MeasureTurns(1);
