import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from '@jest/globals';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { eventLoopPrecisionMs, measureEventLoop } from './event-loop-lag.js';

/** Nanoseconds between two looks: as far apart as they should be, and so many milliseconds more. */
const after = (lateMs: number): number => (eventLoopPrecisionMs + lateMs) * 1e6;

it('tells how late the event loop is, and not how seldom it is looked at', async () => {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: eventLoopPrecisionMs,
  });
  let isEmpty = false;
  const delays = {
    percentile: (percent: number) => (isEmpty ? 0 : after(percent)),
    reset: () => void (isEmpty = true),
  };
  measureEventLoop(registry, delays);
  /** Milliseconds. */
  const lags = async (): Promise<Record<string, number>> => {
    const text = await registry.metrics();
    const told = [...text.matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm)];
    return Object.fromEntries(
      told.map(([, which = '', seconds]) => [which, Math.round(Number(seconds) * 1e3)]),
    );
  };
  expect(await lags()).toEqual({ p50: 50, p90: 90, p99: 99, max: 100 });
  // Nobody has looked since.
  expect(await lags()).toMatchObject({ max: 0 });
});

it('knows that Node counts the whole time between two looks', async () => {
  const resolution = 20;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  await waitFor('a look', () => delays.count > 0);
  delays.disable();
  expect(delays.min).toBeGreaterThan((resolution * 1e6) / 2);
});
