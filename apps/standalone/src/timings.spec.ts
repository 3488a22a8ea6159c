import { expect, test } from '@jest/globals';
import { defaultStopTimeoutMs, defaultTimings, stopLimits } from './timings.js';

test.each([defaultStopTimeoutMs, 60_000])(
  'a stop of %d ms is over in time, even when each process has to be killed',
  (timeoutMs) => {
    const { agentMs, servicesMs, cutOffMs, databaseMs, wholeMs } = stopLimits(timeoutMs);
    expect(agentMs + servicesMs + databaseMs).toBeLessThan(wholeMs);
    expect(cutOffMs).toBeLessThan(servicesMs);
    expect(wholeMs).toBeLessThan(timeoutMs);
  },
);

test('Docker and others give it 10 s', () => {
  expect(defaultStopTimeoutMs).toBeLessThanOrEqual(10_000);
});

test('what is killed every ten seconds is started again at once each time', () => {
  const { healthyMs, firstRestartMs } = defaultTimings;
  expect(healthyMs + firstRestartMs).toBeLessThan(10_000);
});
