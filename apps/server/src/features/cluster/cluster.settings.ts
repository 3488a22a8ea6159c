import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { SettingDefinition } from '../../platform/settings/settings.service.js';

/** How many days metrics are kept. */
export const metricsDays = {
  key: 'metricsDays',
  schema: z.number().int().min(1).max(3_650),
  initial: () => limits.metricsDays,
} satisfies SettingDefinition<z.ZodNumber>;
