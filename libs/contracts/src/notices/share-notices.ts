import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to each user with whom something is shared. */
export const shareReceivedNotice = defineNotification({
  kind: 'shares.received',
  group: 'shares',
  payload: z.object({
    shareId: z.string(),
    /** Who shares: the real name where there is one, else the user name. */
    sharer: z.string(),
    /** Of the first shared entry. */
    name: z.string(),
    /** How many are shared. */
    entries: z.number(),
    isDropBox: z.boolean(),
  }),
});
