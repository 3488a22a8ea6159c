import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to system administrators 30 and 7 days before the end of the licence, and at its end. */
export const licenceEndingNotice = defineNotification({
  kind: 'operations.licence-ending',
  payload: z.object({
    licensee: z.string(),
    /** Whole days until the end; null: it is over. */
    daysLeft: z.number().nullable(),
    endTime: z.string(),
  }),
});
