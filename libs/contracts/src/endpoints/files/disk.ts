import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { fileKinds } from '../../file-kinds.js';
import { spaceRefSchema } from '../../space-ref.js';
import {
  commaList,
  idSchema,
  momentMs,
  nothing,
  pageSchema,
  pathList,
  spacePath,
  wireBoolean,
  wireTime,
} from '../../wire.js';
import { bulkAnswer, bulkIds } from '../identity/user-bulk.js';
import { folderSummary } from './folder-summary.js';

/** The page behind the disk calls. */
const disk = { anyPermission: ['disk.use'] } as const;

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

/** A file that the caller uploaded, looked at or downloaded, as it is now. */
export const recentFile = z.object({
  ...diskItem.shape,
  /** Where it lies; `path` is a path there. */
  space: spaceRefSchema,
  /** When the caller last did so. */
  usedAt: wireTime,
});
export type RecentFile = z.infer<typeof recentFile>;

/** What a search found, and how far it came. */
export const searchResult = z.object({
  /** The folder below which it looked, all its folders included; `/` is everything. */
  path: z.string(),
  /** Files and folders, those of nearer folders first. */
  entries: z.array(diskItem),
  /** How many folders it looked into. */
  searchedFolders: z.number(),
  /** Why there may be more; null: it looked everywhere below `path`. */
  cutBy: z.enum(['count', 'time']).nullable(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** What lies below a folder; when its time was over before all was seen (`isWhole` false), it is more. */
export const folderMeasure = z.object({
  /** Of the files by their sizes. */
  bytes: z.number(),
  files: z.number(),
  folders: z.number(),
  /** Entries that cannot be shown, and are not in the other figures. */
  hidden: z.number(),
  isWhole: z.boolean(),
});
export type FolderMeasure = z.infer<typeof folderMeasure>;

/** How much a user may keep and keeps. Bytes; the trash counts, since its bytes are still on the disk. */
export const diskUsage = z.object({
  /** Null: as much as the disk holds. */
  quotaBytes: z.number().nullable(),
  /** Files, trash and versions of files together. */
  usedBytes: z.number(),
  trashBytes: z.number(),
  /** What is kept of files that were replaced; it gives way to what is added. */
  versionBytes: z.number(),
  /** What may still be added, uploads under way taken off; null without a quota. */
  freeBytes: z.number().nullable(),
});
export type DiskUsage = z.infer<typeof diskUsage>;

/** Bytes; null lifts the quota. */
export const quotaBytes = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();

export const diskEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk',
    turn: 'list',
    summary: `The entries of a folder, folders first; all of them unless a page is asked for, but no more than ${limits.listMaxEntries}: the message says when there are more.`,
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({
      path: spacePath.default('/'),
      ...pageSchema,
      sort: z.enum(['name', 'size', 'createDate']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    result: z.array(diskItem),
  }),
  summary: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/summary',
    summary: 'How many entries a folder has: what a page needs before it has fetched them.',
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ path: spacePath.default('/') }),
    result: folderSummary,
  }),
  measure: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/measure',
    turn: 'measure',
    summary: `How much lies below a folder, all its folders included; measured for at most ${limits.measureMaxMs / 1000} s.`,
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ path: spacePath.default('/') }),
    result: folderMeasure,
  }),
  checksum: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/checksum',
    turn: 'measure',
    summary: `The SHA-256 of a file in hexadecimal digits; read for at most ${limits.checksumMaxMs / 1000} s, and no longer than the caller waits.`,
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ path: spacePath }),
    result: z.object({ sha256: z.string() }),
  }),
  find: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/find',
    turn: 'search',
    summary:
      'Entries below a folder whose name contains the key; the message says when the search was cut.',
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ key: z.string().trim().min(1).max(255), path: spacePath.default('/') }),
    result: z.array(diskItem),
  }),
  search: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/search',
    turn: 'search',
    summary: `Files and folders below a folder by a part of their name, their kind and when they were changed. At most ${limits.searchMaxHits} entries and ${limits.searchMaxMs / 1000} s; the result says where it looked and whether it was cut.`,
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({
      /** Case does not matter; empty: any name. */
      key: z.string().trim().max(255).default(''),
      path: spacePath.default('/'),
      /** One of these; none: any kind. */
      kinds: commaList.pipe(z.array(z.enum(fileKinds))),
      /** Changed at this moment or later. */
      changedFrom: momentMs.optional(),
      /** Changed before this moment. */
      changedTo: momentMs.optional(),
    }),
    result: searchResult,
  }),
  recentFiles: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/recentFiles',
    turn: 'list',
    summary: `Files that the caller uploaded, previewed or downloaded last, newest first; what is gone, or no longer the caller's to see, is left out.`,
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({
      size: z.coerce.number().int().min(1).max(limits.recentFiles).default(limits.recentFiles),
    }),
    result: z.array(recentFile),
  }),
  mkdir: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/mkdir',
    summary: 'Create a folder.',
    access: disk,
    inTargetSession: 'files',
    audited: true,
    logged: ['path'],
    input: z.object({ path: spacePath }),
    result: diskItem,
  }),
  mkdirs: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/mkdirs',
    turn: 'folders',
    summary:
      'Create folders and those above them; existing ones stay. Folder uploads keep empty folders with it.',
    access: disk,
    inTargetSession: 'files',
    audited: true,
    logged: ['paths'],
    input: z.object({ paths: pathList }),
    result: nothing,
    listBody: 'paths',
  }),
  rename: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/rename',
    summary: 'Rename or move an entry; an existing name is never replaced.',
    access: disk,
    inTargetSession: 'files',
    audited: true,
    logged: ['path', 'newPath'],
    input: z.object({ path: spacePath, newPath: spacePath }),
    result: diskItem,
  }),
  remove: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/dir/delete',
    summary: 'Move entries to the trash.',
    access: disk,
    inTargetSession: 'files',
    audited: true,
    logged: ['paths'],
    input: z.object({ paths: pathList }),
    result: nothing,
    listBody: 'paths',
  }),
  checkSameName: defineEndpoint({
    feature: 'disk',
    method: 'GET',
    path: '/user/info/checkFileSameName',
    summary: 'Whether a name is taken in a folder, and the first free name like it.',
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({
      path: spacePath,
      fileName: z.string().min(1).max(255),
      isUploadFolder: wireBoolean.optional(),
      projectId: idSchema.optional(),
    }),
    result: z.object({ sameName: z.boolean(), newName: z.string() }),
  }),
  usage: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/usage',
    summary: "The caller's quota, and what is used of it.",
    access: disk,
    inTargetSession: 'files',
    audited: false,
    input: z.object({}),
    result: diskUsage,
  }),
  userUsage: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/userUsage',
    summary: "A user's quota, and what is used of it.",
    access: { anyPermission: ['users.manage'] },
    audited: false,
    input: z.object({ userId: idSchema }),
    result: diskUsage,
  }),
  setQuota: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/disk/setQuota',
    summary: 'Set how much a user may keep, or lift the limit. What is there already stays.',
    access: { anyPermission: ['users.manage'] },
    audited: true,
    input: z.object({ userId: idSchema, quotaBytes }),
    result: diskUsage,
  }),
  bulkSetQuota: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/bulk/quota',
    summary:
      'Set the quota of several users, as /user/info/disk/setQuota does one; an answer for each.',
    access: { anyPermission: ['users.manage'] },
    audited: true,
    input: z.object({ ids: bulkIds, quotaBytes }),
    result: z.array(bulkAnswer),
  }),
} as const;
