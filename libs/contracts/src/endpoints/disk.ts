import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { idSchema, nothing, pageSchema, spacePath, wireBoolean, wireTime } from '../wire.js';

/** The page behind the disk calls. */
const disk = { anyMenu: ['/myDoc'] } as const;

export const diskItem = z.object({
  path: z.string(),
  localPath: z.string(),
  directory: z.boolean(),
  fileType: z.string(),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  createDate: wireTime,
});
export type DiskItem = z.infer<typeof diskItem>;

export const diskEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk',
    summary: 'The entries of a folder, folders first; all of them unless a page is asked for.',
    access: disk,
    audited: false,
    input: z.object({
      path: spacePath.default('/'),
      ...pageSchema,
      sort: z.enum(['name', 'size', 'createDate']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    result: z.array(diskItem),
  }),
  find: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/find',
    summary:
      'Entries below a folder whose name contains the key; the message says when the search was cut.',
    access: disk,
    audited: false,
    input: z.object({ key: z.string().trim().min(1).max(255), path: spacePath.default('/') }),
    result: z.array(diskItem),
  }),
  mkdir: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/mkdir',
    summary: 'Create a folder.',
    access: disk,
    audited: true,
    input: z.object({ path: spacePath }),
    result: diskItem,
  }),
  rename: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/rename',
    summary: 'Rename or move an entry; an existing name is never replaced.',
    access: disk,
    audited: true,
    input: z.object({ path: spacePath, newPath: spacePath }),
    result: diskItem,
  }),
  remove: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/dir/delete',
    summary: 'Move entries to the trash.',
    access: disk,
    audited: true,
    input: z.object({ paths: z.array(spacePath).min(1).max(10_000) }),
    result: nothing,
    listBody: 'paths',
  }),
  checkSameName: defineEndpoint({
    feature: 'disk',
    method: 'GET',
    path: '/user/info/checkFileSameName',
    summary: 'Whether a name is taken in a folder, and the first free name like it.',
    access: disk,
    audited: false,
    input: z.object({
      path: spacePath,
      fileName: z.string().min(1).max(255),
      isUploadFolder: wireBoolean.optional(),
      projectId: idSchema.optional(),
    }),
    result: z.object({ sameName: z.boolean(), newName: z.string() }),
  }),
} as const;
