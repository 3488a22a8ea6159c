import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';
import { upgradeOutcomes } from '../endpoints/platform/upgrade.js';

/** Told to system administrators 30 and 7 days before the end of the licence, and at its end. */
export const licenceEndingNotice = defineNotification({
  kind: 'operations.licence-ending',
  group: 'platform',
  payload: z.object({
    licensee: z.string(),
    /** Whole days until the end; null: it is over. */
    daysLeft: z.number().nullable(),
    endTime: z.string(),
  }),
});

/** Told to those who manage the platform when it is up again. */
export const upgradeEndedNotice = defineNotification({
  kind: 'operations.upgrade-ended',
  group: 'platform',
  payload: z.object({
    outcome: z.enum(upgradeOutcomes),
    from: z.string(),
    to: z.string(),
    /** The name of the user who asked for it. */
    by: z.string(),
    /** Why it was refused or undone, in both languages; null: it is done. */
    reason: z.object({ cn: z.string(), en: z.string() }).nullable(),
  }),
});
