import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

/** Told to those who manage the system: a user left a message. */
export const feedbackLeftNotice = defineNotification({
  kind: 'operations.feedback-left',
  group: 'platform',
  payload: z.object({
    /** Who: the real name where there is one, else the user name. */
    by: z.string(),
    /** Its beginning. */
    text: z.string(),
  }),
});
