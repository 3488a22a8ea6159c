import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/** The quota that a user's disk has from the day the user is added; null: none. */
export const defaultQuota = defineSetting({
  key: 'defaultQuotaBytes',
  schema: z
    .number()
    .int()
    .min(1024 ** 2)
    .max(8 * 1024 ** 5)
    .nullable(),
  initial: () => null,
  page: { kind: 'bytes' },
});
