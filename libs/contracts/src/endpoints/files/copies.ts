import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { spaceRefSchema } from '../../space-ref.js';
import { idSchema, nothing, pathList, spacePath, wireBoolean } from '../../wire.js';

const disk = { anyPermission: ['disk.use'] } as const;
/** Whose copies are under way, wherever they go. */
const copying = { anyPermission: ['disk.use', 'projects.manage', 'projects.join'] } as const;

/** What becomes of a taken name: 0 refuses, 1 overwrites (a folder in the way goes to the trash), 2 keeps both. */
export const conflictOperation = z.enum(['0', '1', '2']).default('0');

/** Entries being copied by the worker, or an archive being unpacked. Nothing of an entry is visible in the target before all of it is there. */
export const copyState = z.object({
  copyId: z.string(),
  /** `unzip`: the entry is a zip, whose contents go into a new folder in `dir`. */
  kind: z.enum(['copy', 'unzip']),
  state: z.enum(['waiting', 'copying', 'done', 'failed', 'cancelled']),
  /** The space whose entries are copied. */
  from: spaceRefSchema,
  /** The space that they go to. */
  to: spaceRefSchema,
  /** The target folder in `to`. */
  dir: z.string(),
  /** Of the first entry, for the panel. */
  name: z.string(),
  /** Where the first entry that was placed is now, as a path in `to`; null until one was. */
  placedPath: z.string().nullable(),
  entries: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  doneFiles: z.number(),
  totalFiles: z.number(),
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
  state: defineEndpoint({
    feature: 'copies',
    method: 'POST',
    path: '/user/info/getCopyState',
    summary: 'How far a copy is.',
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
      "The caller's copies and unpackings that are under way, and those that ended within a day and were not cleared; the newest first, at most `limits.copiesInList`.",
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
      'Take ended copies and unpackings off the list of all windows; others are left as they are.',
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
      'Begin anew what of a failed copy or unpacking was not placed, with the rights of now; the failed one is cleared. Answers the new one at once.',
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
      'Stop a copy; entries that are already in the target stay, of the others nothing is left.',
    access: copying,
    audited: true,
    input: z.object({ copyId: idSchema }),
    result: nothing,
  }),
} as const;
