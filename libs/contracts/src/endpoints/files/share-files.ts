import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { fileKinds } from '../../file-kinds.js';
import { limits } from '../../limits.js';
import {
  commaList,
  textId,
  momentMs,
  pageSchema,
  pathList,
  spacePath,
  wireBoolean,
} from '../../wire.js';
import { conflictOperation, copyState } from './copies.js';
import { diskItem, searchResult } from './disk.js';
import { packageState } from './downloads.js';
import { folderSummary } from './folder-summary.js';

const sendingOrReceiving = { anyPermission: ['shares.send', 'shares.receive'] } as const;

/** What is in shares: looked at, taken, and saved to the own disk. */
export const shareFileEndpoints = {
  files: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/files',
    turn: 'list',
    summary: `The entries of a folder of a share; / has the shared entries side by side. All of them unless a page is asked for, but no more than ${limits.listMaxEntries}.`,
    access: sendingOrReceiving,
    audited: false,
    input: z.object({
      id: textId,
      path: spacePath.default('/'),
      ...pageSchema,
      sort: z.enum(['name', 'size', 'createDate']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    result: z.array(diskItem),
  }),
  filesSummary: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/files/summary',
    summary: 'How many entries a folder of a share has.',
    access: sendingOrReceiving,
    audited: false,
    input: z.object({ id: textId, path: spacePath.default('/') }),
    result: folderSummary,
  }),
  search: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/files/search',
    turn: 'search',
    summary: 'Files and folders of a share, as /user/info/disk/search finds those of a disk.',
    access: sendingOrReceiving,
    audited: false,
    input: z.object({
      id: textId,
      key: z.string().trim().max(255).default(''),
      path: spacePath.default('/'),
      kinds: commaList.pipe(z.array(z.enum(fileKinds))),
      changedFrom: momentMs.optional(),
      changedTo: momentMs.optional(),
    }),
    result: searchResult,
  }),
  getDownloadPath: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/getDownloadFilePath',
    turn: 'wait',
    summary:
      'A download token for one file of a share at once, or for several entries when their zip is ready; with async=true the state of the packing.',
    access: sendingOrReceiving,
    audited: true,
    logged: ['id', 'paths'],
    input: z.object({ id: textId, paths: pathList, async: wireBoolean.default(false) }),
    result: z.union([z.string(), packageState]),
  }),
  getPreviewPath: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/getPreviewFilePath',
    summary: 'A download token to show one file of a share in the page.',
    access: sendingOrReceiving,
    audited: true,
    logged: ['id', 'path'],
    input: z.object({ id: textId, path: spacePath }),
    result: z.string(),
  }),
  saveToMe: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/user/info/save/tome',
    turn: 'wait',
    summary:
      'Copy entries of shares into a folder of the own disk: one copy for each share. Answers when they are done, or at once with async=true.',
    access: { anyPermission: ['disk.use'] },
    audited: true,
    logged: ['items', 'dir'],
    input: z.object({
      items: z
        .array(z.object({ path: spacePath, shareId: textId }))
        .min(1)
        .max(limits.maxPaths),
      /** The target folder. */
      dir: spacePath.default('/'),
      operation: conflictOperation,
      async: wireBoolean.default(false),
    }),
    result: z.array(copyState),
    listBody: 'items',
  }),
} as const;
