import { defineHook } from '../../../platform/hooks/hooks.js';

/**
 * The rights of users changed, or their access ended. Sessions raises it once, after the commit, in the process that decided
 * it.
 */
export const usersRightsChanged = defineHook<{ userIds: readonly string[] }>(
  'users.rights-changed',
);
