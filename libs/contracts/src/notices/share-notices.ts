import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to the owner of a drop box when somebody without an account added files to it. */
export const visitorFilesNotice = defineNotification({
  kind: 'shares.visitorFiles',
  group: 'shares',
  payload: z.object({
    shareId: z.string(),
    /** What the visitors read above the box. */
    title: z.string(),
    /** As the visitor gave it; '' for none. */
    visitor: z.string(),
    /** How many files this visitor has added so far. */
    files: z.number(),
  }),
});

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
