import { z } from 'zod';
import { defineTask } from './task-definition.js';

const spaceKind = z.enum(['disk', 'project', 'share', 'approval']);
const ofDisk = (name: string) => ({ space: 'disk' as const, name });

/** Builds zips of downloads of several files, one after the other, until no row waits. */
export const buildPackages = defineTask({
  name: 'downloads.build-package',
  queue: 'packaging',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0 },
});

/** Copies entries from one place of the spaces to another, one copy after the other, until no row waits. */
export const runCopies = defineTask({
  name: 'copies.copy-entries',
  queue: 'copies',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0 },
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
  },
});

/**
 * Makes the thumbnail of a picture on a user's own disk. Nothing finds one that got lost: whoever looks asks again. `place` is a
 * number below `thumbnailPlaces`, by the path: so many of one user wait at most, and the others are asked for again.
 */
export const makeThumbnail = defineTask({
  name: 'downloads.make-thumbnail',
  queue: 'thumbnails',
  payload: z.object({ userId: z.string(), path: z.string(), place: z.number() }),
  options: {
    attempts: 1,
    backoffMs: 0,
    deduplicateBy: ({ userId, place }) => `${userId}:${place}`,
  },
});
