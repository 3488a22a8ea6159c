import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { OutputAnnouncer } from './output-announcer.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('tells of output four times a second at most, and always of the last', async () => {
  const told: unknown[] = [];
  const publish = (_event: string, _to: string, news: unknown): number => told.push(news);
  const announcer = new OutputAnnouncer({ publish } as unknown as Realtime, new Timings());
  for (let piece = 1; piece <= 60; piece += 1) {
    announcer.announce('1', piece);
    await jest.advanceTimersByTimeAsync(10);
  }
  announcer.announce('2', 1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([
    { jobId: '1', nextOffset: 1 },
    { jobId: '1', nextOffset: 25 },
    { jobId: '1', nextOffset: 50 },
    { jobId: '2', nextOffset: 1 },
    { jobId: '1', nextOffset: 60 },
  ]);
  announcer.onApplicationShutdown();
});
