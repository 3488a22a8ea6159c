/** How long the waiting list of a semaphore may get. */
interface WaitingList {
  maxWaiting: number;
  /** The error for callers that come when the list is full. */
  refuse: () => Error;
}

/** Lets at most `limit` pieces of work run at once; the others wait in the order they came. */
export class Semaphore {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(
    limit: number,
    private readonly list?: WaitingList,
  ) {
    this.free = limit;
  }

  /** @param goneSignal asked for only by what has to wait: aborted, it leaves the list. @throws the signal's reason */
  async run<T>(work: () => Promise<T>, goneSignal?: () => AbortSignal): Promise<T> {
    if (this.free > 0) {
      this.free -= 1;
    } else {
      if (this.list && this.waiting.size >= this.list.maxWaiting) {
        throw this.list.refuse();
      }
      await this.wait(goneSignal?.());
    }
    try {
      return await work();
    } finally {
      const [next] = this.waiting;
      if (next) {
        next();
      } else {
        this.free += 1;
      }
    }
  }

  /** Until a turn is given on. */
  private wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(take);
        reject(signal?.reason as Error);
      };
      const take = (): void => {
        this.waiting.delete(take);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      this.waiting.add(take);
      signal?.addEventListener('abort', leave);
    });
  }
}

/** Begins a piece of work as soon as there is room for it. @throws what another piece has failed with */
export type Begin = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Lets `lead` begin pieces of work, of which at most `limit` run at once, and returns when all of them are over, however it
 * ended. The first failure, of `lead` or of a piece, aborts the signal that they share, and is thrown at the end.
 */
export async function runTogether(
  limit: number,
  signal: AbortSignal,
  lead: (begin: Begin, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const fail = (error: unknown): void => failed.abort(error);
  const shared = AbortSignal.any([signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const begin: Begin = async (work) => {
    while (running.size >= limit) {
      await Promise.race(running);
    }
    shared.throwIfAborted();
    // Its handler comes with it: a rejection that nobody awaits yet would end the process.
    const piece = work()
      .then(() => undefined, fail)
      .finally(() => running.delete(piece));
    running.add(piece);
  };
  await lead(begin, shared).catch(fail);
  await Promise.all(running);
  failed.signal.throwIfAborted();
}
