import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { spaceRefSchema } from '../../space-ref.js';
import { idSchema, nothing, pathList, spacePath, wireBoolean } from '../../wire.js';

const disk = { anyPermission: ['disk.use'] } as const;
/** Whose tasks are under way, wherever their entries are. */
const copying = { anyPermission: ['disk.use', 'projects.manage', 'projects.join'] } as const;

/** What becomes of a taken name: 0 refuses, 1 overwrites (a folder in the way goes to the trash), 2 keeps both. */
export const conflictOperation = z.enum(['0', '1', '2']).default('0');

/** The files of which entries are the caller's to change: the own disk, or a project. */
const changedSpace = z
  .discriminatedUnion('space', [
    z.object({ space: z.literal('disk') }),
    z.object({ space: z.literal('project'), spaceId: idSchema }),
  ])
  .default({ space: 'disk' });

/** Entries of a trash; without `ids` everything that is in it when the task begins. */
const trashed = { ids: z.array(idSchema).min(1).max(limits.maxPaths).optional() };

/** A long act on many entries, or on a large one: what the call of the same name does, as a task of the worker. */
export const entryTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    paths: pathList,
    dir: spacePath,
    operation: conflictOperation,
  }),
  z.object({ kind: z.literal('delete'), paths: pathList }),
  z.object({ kind: z.literal('restore'), ...trashed }),
  z.object({ kind: z.literal('purge'), ...trashed }),
  z.object({ kind: z.literal('checksum'), path: spacePath }),
]);
export type EntryTask = z.infer<typeof entryTask>;

/**
 * A long act on entries that the worker carries out. Of a copy or an unpacking nothing of an entry is visible in the target before all of it
 * is there; all other acts are done to one entry after the other.
 */
export const copyState = z.object({
  copyId: z.string(),
  /** `unzip`: the entry is a zip, whose contents go into a new folder in `dir`. */
  kind: z.enum(['copy', 'unzip', 'move', 'delete', 'restore', 'purge', 'checksum']),
  /** `copying`: under way, whatever is done. */
  state: z.enum(['waiting', 'copying', 'done', 'failed', 'cancelled']),
  /** The space whose entries are meant. */
  from: spaceRefSchema,
  /** The space that they go to, or stay in. */
  to: spaceRefSchema,
  /** The target folder in `to`; of a checksum the folder of the file; of what is deleted or restored `/`. */
  dir: z.string(),
  /** Of the first entry, for the panel; empty: everything in a trash. */
  name: z.string(),
  /** Where the first entry that was placed is now, as a path in `to`; null until one was. */
  placedPath: z.string().nullable(),
  entries: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  /** Of copies and unpackings files; of moves, deletions and restores entries. */
  doneFiles: z.number(),
  totalFiles: z.number(),
  /** What a checksum came to, in hexadecimal digits; null: nothing yet, or another act. */
  sha256: z.string().nullable(),
  /** Why it failed or what was left out, for people. */
  message: z.string(),
});
export type CopyState = z.infer<typeof copyState>;

const placed = z.object({
  paths: pathList,
  /** The target folder, of the same space. */
  dir: spacePath,
  operation: conflictOperation,
});

export const copyEndpoints = {
  copy: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/copy',
    turn: 'wait',
    summary:
      'Copy entries into a folder of the own disk; answers when it is done, or at once with async=true.',
    access: disk,
    audited: true,
    logged: ['paths', 'dir'],
    input: placed.extend({ async: wireBoolean.default(false) }),
    result: copyState,
  }),
  move: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/move',
    summary: 'Move entries into a folder of the own disk.',
    access: disk,
    audited: true,
    logged: ['paths', 'dir'],
    input: placed,
    /** Where each is now. */
    result: z.array(z.object({ path: z.string(), newPath: z.string() })),
  }),
  unzip: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/unzip',
    turn: 'wait',
    summary:
      'Unpack a zip of the own disk into a new folder beside it, named like the archive; answers when it is done, or at once with async=true. State and cancelling are those of copies.',
    access: disk,
    audited: true,
    logged: ['path'],
    input: z.object({ path: spacePath, async: wireBoolean.default(false) }),
    result: copyState,
  }),
  begin: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/beginTask',
    summary:
      'Move, delete, restore or purge many entries, or make the checksum of a large file, as a task that goes on without its window; answers at once. State, list and cancelling are those of copies.',
    access: copying,
    audited: true,
    input: z.object({ space: changedSpace, task: entryTask }),
    result: copyState,
  }),
  state: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/getCopyState',
    summary: 'How far a copy or another task is.',
    access: copying,
    audited: false,
    input: z.object({ copyId: idSchema }),
    result: copyState,
  }),
  list: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/listCopies',
    turn: 'list',
    summary:
      "The caller's copies and other tasks that are under way, and those that ended within a day and were not cleared; the newest first, at most `limits.copiesInList`.",
    access: copying,
    audited: false,
    input: z.object({}),
    result: z.array(copyState),
  }),
  clear: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/clearCopies',
    summary:
      'Take ended copies and other tasks off the list of all windows; those under way are left as they are.',
    access: copying,
    audited: false,
    input: z.object({ copyIds: z.array(idSchema).min(1).max(limits.copiesInList) }),
    result: nothing,
  }),
  retry: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/retryCopy',
    summary:
      'Begin anew what of a failed copy or other task was not done, with the rights of now; the failed one is cleared. Answers the new one at once.',
    access: copying,
    audited: true,
    input: z.object({ copyId: idSchema }),
    result: copyState,
  }),
  cancel: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/cancelCopy',
    summary:
      'Stop a copy or another task; what is done to an entry stays done, of a copy under way nothing is left.',
    access: copying,
    audited: true,
    input: z.object({ copyId: idSchema }),
    result: nothing,
  }),
} as const;
