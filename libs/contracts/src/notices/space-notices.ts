import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to system administrators: what happened to files cannot be settled, so they stay closed for all but their managers. */
export const operationStuckNotice = defineNotification({
  kind: 'spaces.operation-stuck',
  group: 'platform',
  payload: z.object({
    /** How many operations wait. */
    waiting: z.number(),
  }),
});
