import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { eventLoopPrecisionMs, measureEventLoop } from './event-loop-lag.js';

it('tells how late the event loop is, and not how seldom it is looked at', async () => {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: eventLoopPrecisionMs,
  });
  measureEventLoop(registry);
  await registry.metrics();
  await sleep(2.5 * eventLoopPrecisionMs);
  const text = await registry.metrics();
  const lag = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(text)?.[1];
  expect(Number(lag)).toBeLessThan(eventLoopPrecisionMs / 1e3 / 2);
});
