import { z } from 'zod';

/**
 * The task queues, by urgency: none waits for another. `reconcile`: short looks for what got lost with a process; `dispatch`:
 * starting jobs; `packaging` and `copies`: long work that people wait for; `usage`: measuring of disks; `maintenance`: what may
 * take its time; `mail`: mail and SMS.
 */
export const taskQueueNames = [
  'reconcile',
  'dispatch',
  'packaging',
  'copies',
  'usage',
  'maintenance',
  'mail',
] as const;
export type TaskQueueName = (typeof taskQueueNames)[number];

/** A task: background work of the platform. Payload, retry and de-duplication stand beside its name. */
export interface TaskDefinition<Payload extends z.ZodType = z.ZodType> {
  /** `feature.verb-noun`. */
  readonly name: string;
  readonly queue: TaskQueueName;
  /** New fields are optional: for the time of an upgrade a worker of the version before reads it too. */
  readonly payload: Payload;
  readonly options: {
    readonly attempts: number;
    readonly backoffMs: number;
    /** Waiting tasks with the same key are one task. */
    readonly deduplicateBy?: (payload: z.output<Payload>) => string;
    /** Whose task it is: one user's tasks never take all places of a queue in a worker. */
    readonly ownerOf?: (payload: z.output<Payload>) => string | undefined;
    /** Runs by itself at this interval; a run that is still under way is not joined by another one. */
    readonly everyMs?: number;
    /** Runs by itself at these times of the platform's zone: a cron pattern. */
    readonly cron?: string;
  };
}

export type TaskPayload<J extends TaskDefinition> = z.output<J['payload']>;

export function defineTask<Payload extends z.ZodType>(
  task: TaskDefinition<Payload>,
): TaskDefinition<Payload> {
  return task;
}

const spaceKind = z.enum(['disk', 'project', 'share', 'approval']);
const ofDisk = (name: string) => ({ space: 'disk' as const, name });

/** The schedule of what a worker asks for as soon as there is something to do (`LostWork`): in case it is never asked for. */
const rarelyMs = 300_000;
/** One request that waits is enough. */
const once = (): string => 'all';

/** Builds the zip of a download of several files. */
export const buildPackage = defineTask({
  name: 'downloads.build-package',
  queue: 'packaging',
  payload: z.object({ packageId: z.string(), userId: z.string().optional() }),
  options: { attempts: 3, backoffMs: 1_000, ownerOf: ({ userId }) => userId },
});

/** Copies entries from one place of the spaces to another. */
export const copyEntries = defineTask({
  name: 'copies.copy-entries',
  queue: 'copies',
  payload: z.object({ copyId: z.string(), userId: z.string().optional() }),
  options: { attempts: 3, backoffMs: 1_000, ownerOf: ({ userId }) => userId },
});

/** Empties the trashes of what has lain there longer than the setting `trashDays` says. */
export const expireTrash = defineTask({
  name: 'disk.expire-trash',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 3_600_000 },
});

/** Frees the space of what was purged from the trash of a space, by the name of its folder; `expireTrash` finds what was committed but never queued. */
export const purgeTrash = defineTask({
  name: 'disk.purge-trash',
  queue: 'maintenance',
  payload: z.union([
    z.object({ space: spaceKind, name: z.string() }),
    // Tasks that older versions queued: of a disk, by the home key.
    z.object({ homeKey: z.string() }).transform(({ homeKey }) => ofDisk(homeKey)),
    z.object({ userName: z.string() }).transform(({ userName }) => ofDisk(userName)),
  ]),
  options: {
    attempts: 3,
    backoffMs: 1_000,
    deduplicateBy: ({ space, name }) => `${space}:${name}`,
  },
});

/** Measures what a space keeps; what is large is measured in several turns. */
export const measureUsage = defineTask({
  name: 'disk.measure-usage',
  queue: 'usage',
  payload: z.union([
    z.object({ space: spaceKind, spaceId: z.string() }),
    // A task that an older version queued.
    z
      .object({ userId: z.string() })
      .transform(({ userId }) => ({ space: 'disk' as const, spaceId: userId })),
  ]),
  options: {
    attempts: 2,
    backoffMs: 1_000,
    deduplicateBy: ({ space, spaceId }) => `${space}:${spaceId}`,
    ownerOf: ({ spaceId }) => spaceId,
  },
});

/** Finds packages that were committed but never queued, and removes expired tickets and packages. */
export const sweepDownloads = defineTask({
  name: 'downloads.sweep-downloads',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 60_000, deduplicateBy: once },
});

/** Finds copies that were committed but never queued, and removes what is left of those that are over. */
export const sweepCopies = defineTask({
  name: 'copies.sweep-copies',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 60_000, deduplicateBy: once },
});

/** Removes abandoned uploads and the quota that they hold. */
export const sweepUploads = defineTask({
  name: 'uploads.sweep-uploads',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: 60_000 },
});

/** Finds entries that changed while their process died, and tells who keeps something about them. */
export const settleOperations = defineTask({
  name: 'spaces.settle-operations',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Tells open windows of shares that time has ended: links that expired, owners whose validity is over. */
export const tellEndedShares = defineTask({
  name: 'shares.tell-ended',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Tells open windows of approvals whose time is over. */
export const tellExpiredApprovals = defineTask({
  name: 'approvals.tell-expired',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Starts what can start on one compute backend, in all of its queues. */
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

/** Every task of the platform; a worker refuses to start unless each has exactly one handler. */
export const taskDefinitions = [
  buildPackage,
  copyEntries,
  expireTrash,
  purgeTrash,
  measureUsage,
  sweepDownloads,
  sweepCopies,
  sweepUploads,
  settleOperations,
  tellEndedShares,
  tellExpiredApprovals,
  dispatchJobs,
  recheckJobOwner,
  recheckJobOwners,
  reconcileJobs,
  pruneJobs,
  rollUpMetrics,
  runApplications,
  pruneMetrics,
  lookForAlerts,
  pruneAlerts,
  pruneLog,
  pushNotifications,
  pruneNotifications,
  sendVerificationCode,
  sweepCodes,
  sweepSessions,
  removeUser,
  sweepRemovals,
] as const;
