import { z } from 'zod';
import { defineTask } from './task-definition.js';

/** What a verification code is for: step one or step two of changing a contact. */
export const codePurposes = ['mobile-old', 'mobile-new', 'email-old', 'email-new'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** Makes a requested verification code and sends it by mail or SMS. The code itself is never in a queue. */
export const sendVerificationCode = defineTask({
  name: 'account.send-verification-code',
  queue: 'mail',
  payload: z.object({ userId: z.string(), purpose: z.enum(codePurposes) }),
  options: {
    attempts: 6,
    backoffMs: 1_000,
    deduplicateBy: ({ userId, purpose }) => `${userId}/${purpose}`,
  },
});

/** Mails a message to the administrators who are not told yet. */
export const mailFeedback = defineTask({
  name: 'operations.mail-feedback',
  queue: 'mail',
  payload: z.object({ feedbackId: z.string() }),
  options: {
    attempts: 6,
    backoffMs: 1_000,
    deduplicateBy: ({ feedbackId }) => feedbackId,
  },
});

/** Clears away what belonged to a user who was deleted. */
export const removeUser = defineTask({
  name: 'users.remove-user',
  queue: 'maintenance',
  payload: z.object({ removalId: z.string() }),
  options: { attempts: 3, backoffMs: 1_000 },
});
