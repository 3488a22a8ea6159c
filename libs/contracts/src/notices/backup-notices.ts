import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** What failed that nobody waits for: a scheduled backup, or the copy of one in the store. */
export const backupFailures = ['backup', 'copy'] as const;

/** Told to those who manage the platform: there is no backup where they expect one. */
export const backupFailedNotice = defineNotification({
  kind: 'backups.failed',
  group: 'platform',
  payload: z.object({
    what: z.enum(backupFailures),
    /** When the backup was begun, `yyyy-MM-dd hh:mm:ss`. */
    time: z.string(),
    /** In both languages; empty when nothing is known. */
    reason: z.object({ cn: z.string(), en: z.string() }),
  }),
});

/** Told to those who manage the system: a backup would not have come back. */
export const backupDrillFailedNotice = defineNotification({
  kind: 'backups.drill-failed',
  group: 'platform',
  payload: z.object({
    backupId: z.string(),
    /** Why, in both languages. */
    reason: z.object({ cn: z.string(), en: z.string() }),
  }),
});
