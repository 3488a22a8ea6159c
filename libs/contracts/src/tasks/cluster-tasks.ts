import { z } from 'zod';
import { defineTask, once, rarelyMs } from './task-definition.js';

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

/** Does the same for the owners of all open jobs: validity that has passed, and changes nobody was told of. */
export const recheckJobOwners = defineTask({
  name: 'jobs.recheck-owners',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 60_000 },
});

/** Removes ended jobs and their output when their time is over, and output beyond what one user may have. */
export const pruneJobs = defineTask({
  name: 'jobs.prune-jobs',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 300_000 },
});

/** Looks for jobs whose start, stop or end got lost with a process. */
export const reconcileJobs = defineTask({
  name: 'jobs.reconcile-jobs',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Averages the samples of hosts' load, up to a minute ago, and again where late samples came; goes on where it was stopped. */
export const rollUpMetrics = defineTask({
  name: 'cluster.roll-up-metrics',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 60_000, deduplicateBy: once },
});

/** Sends scripts of applications to the hosts that wait for them, and ends the runs that nothing was heard of for too long. */
export const runApplications = defineTask({
  name: 'cluster.run-applications',
  queue: 'dispatch',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Makes the tables of the days to come for hosts' load, and drops those of days older than the retention. */
export const pruneMetrics = defineTask({
  name: 'cluster.prune-metrics',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 3_600_000 },
});

/** Begins and ends the alerts of nodes. What one run misses, the next finds. */
export const lookForAlerts = defineTask({
  name: 'cluster.look-for-alerts',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 30_000, deduplicateBy: once },
});

/** Drops alerts that ended longer ago than metrics are kept. */
export const pruneAlerts = defineTask({
  name: 'cluster.prune-alerts',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 3_600_000 },
});
