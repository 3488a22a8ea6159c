import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to those who manage the system: a backup would not have come back. */
export const backupDrillFailedNotice = defineNotification({
  kind: 'backups.drill-failed',
  payload: z.object({
    backupId: z.string(),
    /** Why, in both languages. */
    reason: z.object({ cn: z.string(), en: z.string() }),
  }),
});
