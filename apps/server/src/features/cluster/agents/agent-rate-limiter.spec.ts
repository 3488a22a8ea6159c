import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AgentEvent } from './agent-events.js';
import { AgentRateLimiter } from './agent-rate-limiter.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

/** As the gateway does. */
function add(
  turns: AgentRateLimiter,
  event: AgentEvent,
  take: () => Promise<void>,
): 'waits' | 'passed-over' | 'flood' {
  if (turns.isFull(event)) {
    return turns.passOver();
  }
  turns.add(event, take);
  return 'waits';
}

const atOnce = async (): Promise<void> => undefined;

describe('the events of one node', () => {
  it('are handed on at once as long as they come at a pace', async () => {
    const turns = new AgentRateLimiter();
    const take = jest.fn(atOnce);
    for (let second = 0; second < 10; second += 1) {
      for (let index = 0; index < 200; index += 1) {
        expect(add(turns, 'jobs.ended', take)).toBe('waits');
        await jest.advanceTimersByTimeAsync(5);
      }
      expect(take).toHaveBeenCalledTimes((second + 1) * 200);
    }
  });

  it('wait for their turn when more come, and a hello counts as many', async () => {
    const turns = new AgentRateLimiter();
    const take = jest.fn(atOnce);
    for (let index = 0; index < 1_000; index += 1) {
      turns.add('jobs.ended', take);
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(take.mock.calls.length).toBeLessThanOrEqual(400);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(take.mock.calls.length).toBeLessThanOrEqual(601);
    await jest.advanceTimersByTimeAsync(2_500);
    expect(take).toHaveBeenCalledTimes(1_000);

    const hello = jest.fn(atOnce);
    for (let index = 0; index < 4; index += 1) {
      expect(add(turns, 'node.hello', hello)).toBe('waits');
    }
    expect(hello.mock.calls.length).toBeLessThanOrEqual(2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(hello).toHaveBeenCalledTimes(4);
  });

  it('are handled four at once, and the next when one of them is done', async () => {
    const turns = new AgentRateLimiter();
    const ends: (() => void)[] = [];
    const take = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    for (let index = 0; index < 10; index += 1) {
      turns.add('jobs.started', take);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(take).toHaveBeenCalledTimes(4);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(take).toHaveBeenCalledTimes(5);
  });

  it('that nobody waits for any more are not handled', async () => {
    const turns = new AgentRateLimiter();
    let end = (): void => undefined;
    const first = () => new Promise<void>((resolve) => (end = resolve));
    const slow = Array.from({ length: 4 }, () => jest.fn(first));
    slow.forEach((take) => turns.add('jobs.output', take));
    const late = jest.fn(atOnce);
    turns.add('jobs.output', late);
    await jest.advanceTimersByTimeAsync(11_000);
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(late).not.toHaveBeenCalled();
  });

  it('are passed over when too many like them wait, and a flood when that goes on', () => {
    const turns = new AgentRateLimiter();
    const never = () => new Promise<void>(() => undefined);
    const results = Array.from({ length: 4_000 }, () => add(turns, 'node.report-metrics', never));
    expect(results.filter((result) => result === 'waits')).toHaveLength(12);
    expect(results.indexOf('flood')).toBe(12 + 2_000);
    expect(add(turns, 'jobs.ended', never)).toBe('waits');
  });
});
