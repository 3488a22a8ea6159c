import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  commaList,
  textId,
  nothing,
  optional,
  pageSchema,
  pathList,
  ruleMessage,
  spacePath,
  wireBoolean,
  wireDate,
} from '../../wire.js';
import { userOption } from '../identity/users.js';
import { packageState } from './downloads.js';
import { shareFileEndpoints } from './share-files.js';
import { shareVisitorEndpoints, visitorFields } from './share-visitors.js';
import {
  chosenVerification,
  downloadLimit,
  listedShares,
  shareRow,
  shareType,
  shareUsers,
  shareVisit,
} from './share-schemas.js';

const sending = { anyPermission: ['shares.send'] } as const;
const receiving = { anyPermission: ['shares.receive'] } as const;
const sendingOrReceiving = { anyPermission: ['shares.send', 'shares.receive'] } as const;

export const shareEndpoints = {
  list: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/list',
    summary: `Shares that the caller made (isMe=1) or has received (isMe=2), newest first; at most ${limits.maxPageSize} of them.`,
    access: sendingOrReceiving,
    audited: false,
    input: z.object(listedShares),
    result: z.array(shareRow),
  }),
  page: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/page',
    summary: 'The same as /share/list with the number of all of them: what a page needs.',
    access: sendingOrReceiving,
    audited: false,
    input: z.object(listedShares),
    result: z.object({ data: z.array(shareRow), total: z.number() }),
  }),
  detail: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/detail',
    summary: 'One share, for its owner and its receivers; to others it does not exist.',
    access: sendingOrReceiving,
    audited: false,
    input: z.object({ id: textId }),
    result: shareRow,
  }),
  containing: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/containing',
    summary: `Where an entry of the own disk is shared: the caller's own shares that have it or a folder above it and are not over, newest first; the first ${limits.sharesOfEntry} and the number of all.`,
    access: sending,
    audited: false,
    input: z.object({ path: spacePath }),
    result: z.object({
      data: z.array(
        shareRow.extend({
          /** The entry of the share that brings it: the path itself, or the nearest folder above it. */
          through: z.string(),
        }),
      ),
      total: z.number(),
    }),
  }),
  recentReceivers: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/recentReceivers',
    summary: `The users whom the caller shared with last, newest first; at most ${limits.recentReceivers}, and only active ones.`,
    access: sending,
    audited: false,
    input: z.object({}),
    result: z.array(userOption),
  }),
  add: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/add',
    summary:
      'Share entries of the own disk with users (shareType 1) or by a link with a code (shareType 2, which needs expirationTime).',
    access: sending,
    audited: true,
    input: z
      .object({
        /** Spelled as in the specification; `paths` is the same. */
        patahs: pathList.optional(),
        paths: pathList.optional(),
        shareType: z.union([shareType, z.string().transform(Number).pipe(shareType)]),
        users: shareUsers.default([]),
        /** Absent: the platform makes one. */
        verification: optional(chosenVerification),
        /** At most as far away as a permanent link's; a day counts to its end. */
        expirationTime: optional(wireDate),
        /** Links: how many downloads, previews and copies it gives in all. */
        downloadLimit: optional(downloadLimit),
        /** Only one folder: receivers add files to it and see nothing of it. */
        isDropBox: wireBoolean.default(false),
        /** False: receivers only look; nothing of the content leaves the share. A drop box gives nothing anyway. */
        canDownload: wireBoolean.default(true),
        forVisitors: visitorFields.forVisitors.default(false),
        visitorTitle: visitorFields.visitorTitle.default(''),
        visitorMaxBytes: visitorFields.visitorMaxBytes.default(limits.visitorBytes),
        visitorMaxFiles: visitorFields.visitorMaxFiles.default(limits.visitorFiles),
      })
      .transform(({ patahs, paths, ...share }) => ({ ...share, paths: patahs ?? paths ?? [] }))
      .refine(({ paths }) => paths.length > 0 && paths.length <= limits.shareMaxPaths, {
        path: ['patahs'],
        ...ruleMessage(
          `请选择 1–${limits.shareMaxPaths} 个文件或文件夹`,
          `Choose 1 to ${limits.shareMaxPaths} files or folders`,
        ),
      }),
    result: shareRow,
  }),
  edit: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/edit',
    summary:
      'Change a share of the own: its users, whether these may download, or how long and how often a link is good. What is absent stays.',
    access: sending,
    audited: true,
    input: z.object({
      id: textId,
      users: shareUsers.optional(),
      expirationTime: wireDate.optional(),
      /** Null: any number. */
      downloadLimit: downloadLimit.nullable().optional(),
      /** False: what is being taken ends. */
      canDownload: wireBoolean.optional(),
      /** False: what people without an account are adding ends. */
      forVisitors: visitorFields.forVisitors.optional(),
      visitorTitle: visitorFields.visitorTitle.optional(),
      visitorMaxBytes: visitorFields.visitorMaxBytes.optional(),
      visitorMaxFiles: visitorFields.visitorMaxFiles.optional(),
    }),
    result: shareRow,
  }),
  remove: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/delete',
    summary:
      'End shares of the own (id, or several as a comma list). The files stay where they are.',
    access: sending,
    audited: true,
    input: z.object({
      id: commaList.refine(
        (ids) => ids.length > 0,
        ruleMessage('请选择要删除的分享', 'Choose the shares to delete'),
      ),
    }),
    result: nothing,
  }),
  leave: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/leave',
    summary: 'Take received shares off the own list (id, or several as a comma list).',
    access: receiving,
    audited: true,
    input: z.object({
      id: commaList.refine(
        (ids) => ids.length > 0,
        ruleMessage('请选择要移除的分享', 'Choose the shares to take off the list'),
      ),
    }),
    result: nothing,
  }),
  redeem: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/link/:id',
    summary:
      'Redeem a link with its code: it stays among the received shares until it expires or is deleted. A wrong id and an ended share give the same answer.',
    access: receiving,
    audited: true,
    input: z.object({ id: textId, password: z.string().max(64).default('') }),
    result: shareRow,
  }),
  redeemDownload: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/download/:id/:verification',
    turn: 'wait',
    summary:
      'Redeem a link and ask for a download of all of it: a token, the state of the packing with async=true, or null where there is nothing to download for the caller.',
    access: receiving,
    audited: true,
    input: z.object({
      id: textId,
      verification: z.string().max(64),
      async: wireBoolean.default(false),
    }),
    result: z.union([z.string(), packageState]).nullable(),
  }),
  ...shareFileEndpoints,
  ...shareVisitorEndpoints,
  visits: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/visits',
    summary: `Who opened and took what of a share of the own, newest first; the last ${limits.shareVisitsKept} are kept.`,
    access: sending,
    audited: false,
    input: z.object({ id: textId, ...pageSchema }),
    result: z.object({ data: z.array(shareVisit), total: z.number() }),
  }),
} as const;
