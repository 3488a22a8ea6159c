import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, pageSchema, wireTime } from '../../wire.js';

const disk = { anyPermission: ['disk.use'] } as const;

export const trashItem = z.object({
  id: z.string(),
  /** The name it had. */
  name: z.string(),
  /** Where it was, with its name. */
  path: z.string(),
  directory: z.boolean(),
  /** Bytes; null for a folder, which nobody has counted. */
  size: z.number().nullable(),
  deletedAt: wireTime,
  /** When it goes for good (setting `trashDays`). */
  expiresAt: wireTime,
});
export type TrashItem = z.infer<typeof trashItem>;

const chosen = z.object({ ids: z.array(idSchema).min(1).max(10_000) });

export const trashEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/trash/list',
    summary: "What is in the caller's trash, the latest first.",
    access: disk,
    audited: false,
    input: z.object(pageSchema),
    result: z.object({ data: z.array(trashItem), total: z.number() }),
  }),
  restore: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/trash/restore',
    summary:
      'Put entries back where they were; missing folders are made again, a taken name gives the next free one.',
    access: disk,
    audited: true,
    input: chosen,
    /** Where each is now. */
    result: z.array(z.object({ id: z.string(), path: z.string() })),
    listBody: 'ids',
  }),
  purge: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/trash/purge',
    summary: 'Delete entries of the trash for good.',
    access: disk,
    audited: true,
    input: chosen,
    result: nothing,
    listBody: 'ids',
  }),
  empty: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/trash/empty',
    summary: 'Delete everything in the trash for good.',
    access: disk,
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
} as const;
