import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/** How many days deleted entries are kept. */
export const trashDaysSetting = defineSetting({
  key: 'trashDays',
  schema: z.number().int().min(1).max(3650),
  initial: () => limits.trashDays,
  page: { kind: 'days' },
});
