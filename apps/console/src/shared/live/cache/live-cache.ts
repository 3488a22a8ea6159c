import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { DebouncedInvalidation } from './debounced-invalidation.js';
import { ThrottledInvalidation } from './throttled-invalidation.js';

/** Throttles that are kept though they are idle; an idle one costs a little memory and nothing else. */
const maxThrottles = 200;

const isFirstFetch = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.data === undefined;

/**
 * Asks again for every query below a key that is shown. The library lets a first fetch that is under way go on, though its
 * answer may be older than the change: such a one is asked once more when it has come.
 */
async function refetchBelow(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const overtaken = queries.getQueryCache().findAll({ queryKey }).filter(isFirstFetch);
  const firstAnswers = overtaken.map((query) => query.promise);
  await queries.invalidateQueries({ queryKey });
  if (overtaken.length > 0) {
    await Promise.allSettled(firstAnswers);
    await queries.invalidateQueries({ predicate: (query) => overtaken.includes(query) });
  }
}

/** The cache of answers as live rules see it: what they invalidate is asked for again once, however many events come. */
export class LiveCache {
  private readonly throttles = new Map<string, ThrottledInvalidation>();
  /** Few keys are ever asked for in this way. */
  private readonly quiet = new Map<string, DebouncedInvalidation>();

  constructor(readonly queries: QueryClient) {}

  /** Whether anything below a key is known or asked for. */
  has(queryKey: QueryKey): boolean {
    return this.queries.getQueryCache().findAll({ queryKey }).length > 0;
  }

  /**
   * Says that what is known below a key is out of date: what is shown is asked for again soon, what is not shown when a page
   * shows it next, even a moment after it was fetched.
   */
  invalidate(queryKey: QueryKey): void {
    if (!this.has(queryKey)) {
      return;
    }
    void this.queries.invalidateQueries({ queryKey, refetchType: 'none' });
    this.throttleOf(queryKey).schedule();
  }

  /**
   * Says that what is known below a key gets out of date piece by piece, for many windows at once: it is asked for when no more
   * pieces come, by each window at its own moment within `spreadMs` after that.
   */
  invalidateWhenQuiet(queryKey: QueryKey, spreadMs: number): void {
    const name = hashKey(queryKey);
    const quiet =
      this.quiet.get(name) ?? new DebouncedInvalidation(() => this.invalidate(queryKey));
    this.quiet.set(name, quiet);
    quiet.schedule(spreadMs);
  }

  /** Forgets what was still to be asked for. */
  stop(): void {
    this.quiet.forEach((quiet) => quiet.stop());
    this.quiet.clear();
    this.throttles.forEach((throttle) => throttle.stop());
    this.throttles.clear();
  }

  private throttleOf(queryKey: QueryKey): ThrottledInvalidation {
    const name = hashKey(queryKey);
    let throttle = this.throttles.get(name);
    if (!throttle) {
      if (this.throttles.size >= maxThrottles) {
        this.throttles.forEach((one, key) => one.isIdle && this.throttles.delete(key));
      }
      throttle = new ThrottledInvalidation(() => refetchBelow(this.queries, queryKey));
      this.throttles.set(name, throttle);
    }
    return throttle;
  }
}
