import { z } from 'zod';
import { defineTask, once, rarelyMs } from './task-definition.js';

/** Drops rows of the log older than the setting `logDays` says. */
export const pruneLog = defineTask({
  name: 'audit.prune-log',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, cron: '30 3 * * *' },
});

/** Pushes notifications whose process died between the commit and the push. */
export const pushNotifications = defineTask({
  name: 'notifications.push-notifications',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Drops notifications older than `limits.notificationDays`. */
export const pruneNotifications = defineTask({
  name: 'notifications.prune-notifications',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, cron: '45 3 * * *' },
});

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

/** Finds codes that were asked for and never sent, and drops those that are over. */
export const sweepCodes = defineTask({
  name: 'account.sweep-codes',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Drops sessions and sign-in codes that are over. */
export const sweepSessions = defineTask({
  name: 'sessions.sweep-sessions',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 600_000 },
});

/** Clears away what belonged to a user who was deleted. */
export const removeUser = defineTask({
  name: 'users.remove-user',
  queue: 'maintenance',
  payload: z.object({ removalId: z.string() }),
  options: { attempts: 3, backoffMs: 1_000 },
});

/** Carries on removals that a process left behind. */
export const sweepRemovals = defineTask({
  name: 'users.sweep-removals',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});
