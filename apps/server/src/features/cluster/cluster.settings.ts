import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';

/** How many days the load of hosts is kept, averaged. */
export const metricsDays = defineSetting({
  key: 'metricsDays',
  schema: z.number().int().min(1).max(3_650),
  initial: () => limits.metricsDays,
  page: { kind: 'days' },
});

/** How many days the samples themselves are kept; no longer than the averages. */
export const rawMetricsDays = defineSetting({
  key: 'rawMetricsDays',
  schema: z.number().int().min(1).max(3_650),
  initial: () => limits.rawMetricsDays,
  page: { kind: 'days' },
});
