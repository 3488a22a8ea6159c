import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';

/** How many days metrics are kept. */
export const metricsDays = defineSetting({
  key: 'metricsDays',
  schema: z.number().int().min(1).max(3_650),
  initial: () => limits.metricsDays,
});
