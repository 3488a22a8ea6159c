import { expect, test } from '@jest/globals';
import { stopLimitMs, stopTimeouts } from './timings.js';

test('a stop is over within the 10 s that Docker and others give it, even when each process has to be killed', () => {
  const { agentMs, servicesMs, databaseMs } = stopTimeouts;
  expect(agentMs + servicesMs + databaseMs).toBeLessThan(stopLimitMs);
  expect(stopLimitMs).toBeLessThan(10_000);
});
