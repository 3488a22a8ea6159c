import {
  startScheduledBackup,
  carryBackups,
  pruneBackups,
  sweepBackups,
  proveBackups,
} from './backup-due-work.js';
import type { DueWorkDefinition } from './due-work-definition.js';

/** For work that also runs as soon as its condition holds (`DueWork.watch`): in case the condition misses something. */
const rarely = { everyMs: 300_000 };

/** Empties the trashes of what has lain there longer than the setting `trashDays` says. */
export const expireTrash: DueWorkDefinition = {
  name: 'disk.expire-trash',
  due: { everyMs: 3_600_000 },
  isLong: true,
};

/** Finds packages that were committed but never queued, and removes expired tickets and packages. */
export const sweepDownloads: DueWorkDefinition = {
  name: 'downloads.sweep-downloads',
  due: { everyMs: 60_000 },
  isLong: false,
};

/** Removes thumbnails that are old or too many; looking at a picture makes its own again. */
export const sweepThumbnails: DueWorkDefinition = {
  name: 'downloads.sweep-thumbnails',
  due: { everyMs: 6 * 3_600_000 },
  isLong: true,
};

/** Finds copies that were committed but never queued, and removes what is left of those that are over. */
export const sweepCopies: DueWorkDefinition = {
  name: 'copies.sweep-copies',
  due: { everyMs: 60_000 },
  isLong: false,
};

/** Removes abandoned uploads and the quota that they hold. */
export const sweepUploads: DueWorkDefinition = {
  name: 'uploads.sweep-uploads',
  due: { everyMs: 60_000 },
  isLong: false,
};

/** Finds entries that changed while their process died, and tells who keeps something about them. */
export const settleOperations: DueWorkDefinition = {
  name: 'spaces.settle-operations',
  due: rarely,
  isLong: false,
};

/** Forgets what was kept about entries that are gone for good. */
export const collectEntries: DueWorkDefinition = {
  name: 'spaces.collect-entries',
  due: rarely,
  isLong: false,
};

/** Frees versions of files that were kept for long enough (setting `fileVersionDays`), or whose file is gone for good. */
export const expireVersions: DueWorkDefinition = {
  name: 'spaces.expire-versions',
  due: { everyMs: 6 * 3_600_000 },
  isLong: true,
};

/** Finds versions whose row or whose file got lost with a process. */
export const sweepVersions: DueWorkDefinition = {
  name: 'spaces.sweep-versions',
  due: { everyMs: 6 * 3_600_000 },
  isLong: true,
};

/** Tells open windows of shares that time has ended: links that expired, owners whose validity is over. */
export const tellEndedShares: DueWorkDefinition = {
  name: 'shares.tell-ended',
  due: rarely,
  isLong: false,
};

/** Tells open windows of approvals whose time is over. */
export const tellExpiredApprovals: DueWorkDefinition = {
  name: 'approvals.tell-expired',
  due: rarely,
  isLong: false,
};

/**
 * Drops the lists of files of applications that ended unapproved longer ago than the setting `applicationDays` says, and applications
 * that ended longer ago than `decidedApplicationDays`.
 */
export const dropApplicationFiles: DueWorkDefinition = {
  name: 'approvals.drop-application-files',
  due: { dailyAt: '04:15' },
  isLong: true,
};

/** Does the same for the owners of all open jobs: validity that has passed, and changes nobody was told of. */
export const recheckJobOwners: DueWorkDefinition = {
  name: 'jobs.recheck-owners',
  due: { everyMs: 60_000 },
  isLong: false,
};

/** Stops jobs that were shown entries of projects which their owners may not use any more, where no event told. */
export const recheckProjectJobs: DueWorkDefinition = {
  name: 'jobs.recheck-project-jobs',
  due: { everyMs: 60_000 },
  isLong: false,
};

/** Removes ended jobs and their output when their time is over, and output beyond what one user may have. */
export const pruneJobs: DueWorkDefinition = {
  name: 'jobs.prune-jobs',
  due: { everyMs: 300_000 },
  isLong: true,
};

/** Collects what ended jobs left: their output as a file, and which files they made or changed. */
export const collectJobResults: DueWorkDefinition = {
  name: 'jobs.collect-results',
  due: rarely,
  isLong: true,
};

/** Looks for jobs whose start, stop or end got lost with a process. */
export const reconcileJobs: DueWorkDefinition = {
  name: 'jobs.reconcile-jobs',
  due: rarely,
  isLong: false,
};

/** Drops the tables of hosts' load of days older than the retention. */
export const pruneMetrics: DueWorkDefinition = {
  name: 'cluster.prune-metrics',
  due: { everyMs: 3_600_000 },
  isLong: false,
};

/** Begins and ends the alerts of nodes. What one run misses, the next finds. */
export const lookForAlerts: DueWorkDefinition = {
  name: 'cluster.look-for-alerts',
  due: { everyMs: 30_000 },
  isLong: false,
};

/** Drops alerts that ended longer ago than metrics are kept. */
export const pruneAlerts: DueWorkDefinition = {
  name: 'cluster.prune-alerts',
  due: { everyMs: 3_600_000 },
  isLong: true,
};

/** Drops rows of the log older than the setting `logDays` says. */
export const pruneLog: DueWorkDefinition = {
  name: 'audit.prune-log',
  due: { dailyAt: '03:30' },
  isLong: true,
};

/** Pushes notifications whose process died between the commit and the push. */
export const pushNotifications: DueWorkDefinition = {
  name: 'notifications.push-notifications',
  due: rarely,
  isLong: false,
};

/** Mails users what they want mailed, when their choices say. */
export const mailNotices: DueWorkDefinition = {
  name: 'account.mail-notices',
  due: { everyMs: 6 * 3_600_000 },
  isLong: true,
};

/** Drops notifications older than `limits.notificationDays`. */
export const pruneNotifications: DueWorkDefinition = {
  name: 'notifications.prune-notifications',
  due: { dailyAt: '03:45' },
  isLong: true,
};

/** Finds codes that were asked for and never sent, and drops those that are over. */
export const sweepCodes: DueWorkDefinition = {
  name: 'account.sweep-codes',
  due: rarely,
  isLong: true,
};

/** Finds messages whose mails went lost with a process, and gives up those that could not be sent for a day. */
export const sweepFeedbackMails: DueWorkDefinition = {
  name: 'operations.sweep-feedback-mails',
  due: { everyMs: 3_600_000 },
  isLong: false,
};

/** Drops sessions and sign-in codes that are over. */
export const sweepSessions: DueWorkDefinition = {
  name: 'sessions.sweep-sessions',
  due: { everyMs: 600_000 },
  isLong: true,
};

/** Carries on removals that a process left behind. */
export const sweepRemovals: DueWorkDefinition = {
  name: 'users.sweep-removals',
  due: rarely,
  isLong: true,
};

/** Looks for runs of applications that got lost with a process. */
export const findApplicationRuns: DueWorkDefinition = {
  name: 'cluster.find-application-runs',
  due: rarely,
  isLong: false,
};

/** Tells administrators that the licence ends, or has ended. */
export const watchLicence: DueWorkDefinition = {
  name: 'operations.watch-licence',
  due: { dailyAt: '08:30' },
  isLong: false,
};

/** Looks at the health of the platform, and tells administrators what has changed. */
export const watchHealth: DueWorkDefinition = {
  name: 'operations.watch-health',
  due: rarely,
  isLong: false,
};

/** All work that is due at times; a worker refuses to start unless each has exactly one handler. */
export const dueWork = [
  expireTrash,
  sweepDownloads,
  sweepThumbnails,
  sweepCopies,
  sweepUploads,
  settleOperations,
  collectEntries,
  expireVersions,
  sweepVersions,
  tellEndedShares,
  tellExpiredApprovals,
  dropApplicationFiles,
  recheckJobOwners,
  recheckProjectJobs,
  pruneJobs,
  collectJobResults,
  reconcileJobs,
  pruneMetrics,
  lookForAlerts,
  pruneAlerts,
  pruneLog,
  pushNotifications,
  pruneNotifications,
  mailNotices,
  sweepCodes,
  sweepFeedbackMails,
  sweepSessions,
  sweepRemovals,
  findApplicationRuns,
  watchLicence,
  watchHealth,
  startScheduledBackup,
  carryBackups,
  pruneBackups,
  sweepBackups,
  proveBackups,
] as const;
