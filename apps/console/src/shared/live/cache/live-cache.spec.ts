import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LiveCache } from './live-cache.js';

let queries: QueryClient;
let cache: LiveCache;
let truth = 'before';
const queryKey = ['jobs', 'list'];
const ask = jest.fn(() => Promise.resolve(truth));

/** Shows the query as a page does, with the console's own freshness; gives what it shows and a way to leave. */
function open(queryFn: () => Promise<string> = ask) {
  const observer = new QueryObserver(queries, { queryKey, queryFn, staleTime: 5_000 });
  const leave = observer.subscribe(() => undefined);
  return { shown: () => observer.getCurrentResult().data, leave };
}

beforeEach(() => {
  jest.useFakeTimers();
  ask.mockClear();
  truth = 'before';
  queries = new QueryClient();
  queries.mount();
  cache = new LiveCache(queries);
});
afterEach(() => {
  cache.stop();
  queries.clear();
  queries.unmount();
  jest.useRealTimers();
});

it('has a page that is shown again a moment later ask for what changed in between', async () => {
  open().leave();
  await jest.advanceTimersByTimeAsync(0);
  const page = open();
  await jest.advanceTimersByTimeAsync(0);
  page.leave();
  truth = 'after';
  cache.invalidate(queryKey);
  const again = open();
  await jest.advanceTimersByTimeAsync(0);
  expect(again.shown()).toBe('after');
});

it('asks once for a hundred events about what is shown', async () => {
  const page = open();
  await jest.advanceTimersByTimeAsync(0);
  truth = 'after';
  for (let event = 0; event < 100; event += 1) {
    cache.invalidate(queryKey);
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(page.shown()).toBe('after');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks again when the first answer was on its way and older than the change', async () => {
  const slow = jest.fn(() => {
    const answer = truth;
    return new Promise<string>((resolve) => setTimeout(() => resolve(answer), 2_000));
  });
  const page = open(slow);
  await jest.advanceTimersByTimeAsync(100);
  truth = 'after';
  cache.invalidate(queryKey);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(page.shown()).toBe('after');
});

it('asks nothing for what nobody has looked at', async () => {
  cache.invalidate(queryKey);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(jest.getTimerCount()).toBe(0);
});
