import { defineHook } from '../../../platform/hooks/hooks.js';

/** Somebody who may not be here any more. */
export interface EndedAccess {
  userId: string;
  userName: string;
  why: 'frozen' | 'deleted' | 'outsideValidity';
}

/**
 * After the commit, in the process that decided it: a user was frozen or deleted, or the validity period ended by a change.
 * Features stop what runs for that user outside of calls, such as jobs. It is a hint: a schedule finds what it missed.
 */
export const userAccessEnded = defineHook<EndedAccess>('users.access-ended');
