import { defineHook } from '../../../platform/hooks/hooks.js';

/**
 * Who has access to a project may have changed: people came or left, or it was deleted or restored. After the commit, in the process
 * that decided it.
 */
export const projectAccessChanged = defineHook<{ projectId: string }>('projects.access-changed');
