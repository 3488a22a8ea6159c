import { describe, expect, it } from '@jest/globals';
import { Backoff, isLoopback } from './backoff.js';

const agents = 1_000;

/** The same draws in each run: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** When each of many agents comes back that were cut off at 0, from a server that takes nobody until `awayMs`. */
function returnsAfter(awayMs: number): { backAt: number[]; tries: number } {
  const random = createRandom(awayMs + 1);
  let tries = 0;
  const backAt = Array.from({ length: agents }, () => {
    const backoff = Backoff.to('https://platform.example', random);
    let at = 0;
    do {
      at += backoff.next();
      tries += 1;
    } while (at < awayMs);
    return at;
  });
  return { backAt: backAt.sort((one, other) => one - other), tries };
}

/** The most that come within any one second. */
function densestSecond(times: readonly number[]): number {
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
}

describe('a thousand agents after one cut', () => {
  it.each([0, 300, 1_000, 2_000, 5_000, 10_000, 60_000, 3_600_000])(
    'come back over many seconds from a server that was away for %i ms',
    (awayMs) => {
      const { backAt } = returnsAfter(awayMs);
      expect(densestSecond(backAt)).toBeLessThan(agents / 4);
      expect((backAt.at(-1) ?? 0) - awayMs).toBeLessThanOrEqual(15_000);
    },
  );

  it('are back before they count as offline when the server is', () => {
    expect(returnsAfter(0).backAt.at(-1)).toBeLessThan(7_000);
  });

  it('try some eight times a minute through a long outage', () => {
    expect(returnsAfter(3_600_000).tries / agents / 60).toBeLessThan(9);
  });
});

describe('Backoff', () => {
  it('begins anew after a good connection, and waits long where that is asked for', () => {
    const backoff = new Backoff({ firstMs: 400, mostMs: 5_000 }, () => 1);
    expect([1, 2, 3, 4, 5, 6].map(() => backoff.next())).toEqual([
      400, 800, 1_600, 3_200, 5_000, 5_000,
    ]);
    backoff.reset();
    expect(backoff.next()).toBe(400);
    expect(new Backoff({ firstMs: 400, mostMs: 5_000 }, () => 0).longest()).toBe(2_500);
  });

  it('gives way over a network, and not on the server’s own host', () => {
    const waits = (server: string): number[] => {
      const backoff = Backoff.to(server);
      return Array.from({ length: 50 }, () => (backoff.reset(), backoff.next()));
    };
    expect(Math.max(...waits('http://127.0.0.1:8080'))).toBeLessThanOrEqual(400);
    expect(Math.max(...waits('https://platform.example'))).toBeGreaterThan(2_000);
    expect(Math.min(...waits('https://platform.example'))).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['http://localhost:1', true],
    ['http://127.9.0.1', true],
    ['http://[::1]:8080', true],
    ['http://127.0.0.1.example', false],
    ['http://10.0.0.1', false],
    ['http://localhost.example', false],
  ])('knows which address needs no network: %s', (server, isLocal) => {
    expect(isLoopback(server)).toBe(isLocal);
  });
});
