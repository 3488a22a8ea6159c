import type { EntityManager } from 'typeorm';
import { defineHook } from '../../platform/hooks/hooks.js';

/** Which sessions end: all of the user, or one. */
export interface EndingSessions {
  /** The transaction in which they end. */
  manager: EntityManager;
  userId: string;
  /** Absent: all of the user. */
  sessionId?: string;
}

/**
 * Runs in the transaction that ends sessions (sign-out, a new password, frozen, deleted): what was handed out on them, as
 * download tickets, ends with them.
 */
export const sessionsEnding = defineHook<EndingSessions>('sessions.ending');
