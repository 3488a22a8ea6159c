import { defineHook } from '../../../platform/hooks/hooks.js';

/**
 * Users may do more or less than before, or may not be here at all any more. Runs once, after the commit, in the process that
 * decided it; sessions runs it.
 */
export const usersRightsChanged = defineHook<{ userIds: readonly string[] }>(
  'users.rights-changed',
);
