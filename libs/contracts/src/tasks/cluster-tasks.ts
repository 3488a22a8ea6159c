import { z } from 'zod';
import { defineTask } from './task-definition.js';

/** Starts what can start on one compute backend, in all of its queues: when the process that asked could not do so itself. */
export const dispatchJobs = defineTask({
  name: 'jobs.dispatch-jobs',
  queue: 'dispatch',
  payload: z.object({ backend: z.string() }),
  options: { attempts: 3, backoffMs: 500, deduplicateBy: (payload) => payload.backend },
});

/**
 * Ends the jobs of a user who may no longer run any; asked for when somebody's rights have changed. Without a user: of all owners
 * of open jobs.
 */
export const recheckJobOwner = defineTask({
  name: 'jobs.recheck-owner',
  queue: 'dispatch',
  payload: z.object({ userId: z.string().optional() }),
  options: { attempts: 3, backoffMs: 500, deduplicateBy: (payload) => payload.userId ?? 'all' },
});

/** Sends scripts of applications to the hosts that wait for them, and ends the runs that nothing was heard of for too long. */
export const runApplications = defineTask({
  name: 'cluster.run-applications',
  queue: 'dispatch',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, deduplicateBy: () => 'all' },
});
