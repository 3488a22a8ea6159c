import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { spaceRefSchema } from '../../space-ref.js';
import { nothing, pathList, wireBoolean, wireTime } from '../../wire.js';
import { diskItem } from './disk.js';

/** Whoever has files to look at; what may be seen in a space is asked there. */
const anyFilesPage = {
  anyPermission: ['disk.use', 'shares.send', 'shares.receive', 'projects.manage', 'projects.join'],
} as const;

/** A file or folder that the caller has marked, as it is now. */
export const favourite = z.object({
  ...diskItem.shape,
  /** Where it is seen; `path` is a path there. */
  space: spaceRefSchema,
  markedAt: wireTime,
});
export type Favourite = z.infer<typeof favourite>;

/** The caller's favourites, latest first. */
export const favouriteList = z.object({
  entries: z.array(favourite),
  /** Marked ones that the caller cannot see now: removed, or no longer open to the caller. Nothing else of them is told. */
  unseen: z.number(),
});
export type FavouriteList = z.infer<typeof favouriteList>;

export const favouriteEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/favourites',
    turn: 'list',
    summary:
      'What the caller has marked as favourites, latest first; only what the caller may see now.',
    access: anyFilesPage,
    inTargetSession: 'files',
    audited: false,
    input: z.object({}),
    result: favouriteList,
  }),
  paths: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/favourites/paths',
    summary:
      'The paths of what the caller has marked in one space, as far as the caller may see it.',
    access: anyFilesPage,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ space: spaceRefSchema.default({ space: 'disk' }) }),
    result: z.array(z.string()),
  }),
  mark: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/favourites/mark',
    summary: `Mark entries as favourites of the caller, or take the mark away. It stays with an entry that is moved, and each user has at most ${limits.favourites}.`,
    access: anyFilesPage,
    inTargetSession: 'files',
    // A note of one's own, as what one has read of the notifications.
    audited: false,
    input: z.object({
      space: spaceRefSchema.default({ space: 'disk' }),
      paths: pathList,
      isFavourite: wireBoolean,
    }),
    result: nothing,
  }),
  forgetUnseen: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/favourites/forgetUnseen',
    turn: 'list',
    summary: 'Take the mark from everything that the caller cannot see now; answers from how many.',
    access: anyFilesPage,
    inTargetSession: 'files',
    audited: false,
    input: z.object({}),
    result: z.number(),
  }),
} as const;
