import { expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { bucketFor } from './monitoring.service.js';

const hourMs = 3_600_000;

it.each([
  ['no range at all', 0, limits.agentReportMs],
  ['a minute, no finer than agents report', 60_000, limits.agentReportMs],
  ['an hour', hourMs, 12_000],
  ['a week', 168 * hourMs, 2_016_000],
])('%s', (_, rangeMs, bucketMs) => {
  expect(bucketFor(rangeMs)).toBe(bucketMs);
  expect(Math.ceil(rangeMs / bucketMs)).toBeLessThanOrEqual(limits.monitorMaxPoints);
});
