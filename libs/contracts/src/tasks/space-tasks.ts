import { z } from 'zod';
import { defineTask, once, rarelyMs } from './task-definition.js';

const spaceKind = z.enum(['disk', 'project', 'share', 'approval']);
const ofDisk = (name: string) => ({ space: 'disk' as const, name });

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

/** Forgets what was kept about entries that are gone for good. */
export const collectEntries = defineTask({
  name: 'spaces.collect-entries',
  queue: 'reconcile',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, everyMs: rarelyMs, deduplicateBy: once },
});

/** Looks who has put entries there of which earlier versions may say it wrongly. */
export const reviewPutters = defineTask({
  name: 'projects.review-putters',
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

/** Drops the lists of files of applications that ended unapproved longer ago than the setting `applicationDays` says. */
export const dropApplicationFiles = defineTask({
  name: 'approvals.drop-application-files',
  queue: 'maintenance',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0, cron: '15 4 * * *' },
});
