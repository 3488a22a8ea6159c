import { z } from 'zod';
import { defineEndpoint, type Feature } from '../../endpoint.js';
import {
  commaList,
  idSchema,
  textId,
  optional,
  pageSchema,
  ruleMessage,
  wireDate,
  wireTime,
} from '../../wire.js';

export const logLevels = ['INFO', 'WARN', 'ERROR'] as const;

/** What leaves rows and is no declared endpoint. */
export const auditedEntryPoints = {
  /** Resumable uploads (tus). */
  uploads: { logModel: 'uploads', methodName: '/uploads' },
  /** What people without an account add to a drop box. */
  visitorUploads: { logModel: 'shares', methodName: '/share/drop/uploads' },
  /** The small pictures of a folder: once in a while for each user and folder. */
  thumbnails: { logModel: 'downloads', methodName: '/user/info/thumbnail' },
  /** The start of the server, which makes and changes configured users. */
  start: { logModel: 'users', methodName: 'start' },
  nodeEnrolled: { logModel: 'cluster', methodName: 'node.enrolled' },
  /** Several hosts use the credentials of a node. */
  nodeCloned: { logModel: 'cluster', methodName: 'node.cloned' },
  /** The agent of a desktop signed somebody in there. */
  codeRedeemed: { logModel: 'sessions', methodName: 'sessions.redeem-code' },
  /** The new version runs, or why it does not: told when the platform is up again. */
  upgradeEnded: { logModel: 'operations', methodName: 'upgrade.ended' },
} as const satisfies Record<string, { logModel: Feature; methodName: string }>;

export const logRow = z.object({
  id: z.string(),
  logLevel: z.enum(logLevels),
  logModel: z.string(),
  methodName: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** Error code of a refused or failed call. */
  errorCode: z.string().nullable(),
  /** What it said, in the reader's language; absent from rows that are older than that it is kept. */
  errorMessage: z.string().optional(),
  address: z.string().nullable(),
  /** What the change was about, where the call names it. */
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  createTime: wireTime,
});
export type LogRow = z.infer<typeof logRow>;

/** More than any operation has calls. */
const methodsAtMost = 20;

/** More than the longest name of a call has. */
const methodNameLength = 100;

const methodNames = commaList
  .refine(
    (names) => names.length <= methodsAtMost,
    ruleMessage(`一次最多 ${methodsAtMost} 项`, `it can have at most ${methodsAtMost} entries`),
  )
  .refine(
    (names) => names.every((name) => name.length <= methodNameLength),
    ruleMessage(
      `每项最多 ${methodNameLength} 个字符`,
      `each has at most ${methodNameLength} characters`,
    ),
  );

/** What the log is narrowed to; all of it together. */
const logFilter = {
  logLevel: z.enum(logLevels).optional(),
  logModel: z.string().trim().max(64).optional(),
  /** A part of a user name. */
  userName: z.string().trim().max(64).optional(),
  userId: optional(idSchema),
  /** The call, as `methodName` has it; or any of several. */
  methodName: methodNames,
  /** What the change was about: its kind, and one of that kind. */
  targetType: optional(z.string().trim().max(64)),
  targetId: optional(textId),
  /** From this moment or day on. */
  startDate: optional(wireDate),
  /** Up to this moment, or the end of this day. */
  endDate: optional(wireDate),
};

const mayRead = { anyPermission: ['log.see'] } as const;

export const auditEndpoints = {
  list: defineEndpoint({
    feature: 'audit',
    method: 'POST',
    path: '/log/list',
    turn: 'search',
    summary:
      'The log, newest first. totalElements is exact up to 10,000 and says at least that beyond.',
    access: mayRead,
    audited: false,
    input: z.object({ ...pageSchema, ...logFilter }),
    result: z.object({ content: z.array(logRow), totalElements: z.number() }),
  }),
  methods: defineEndpoint({
    feature: 'audit',
    method: 'POST',
    path: '/log/methods',
    summary: 'The calls that leave rows, with their features: what methodName can be.',
    access: mayRead,
    audited: false,
    input: z.object({}),
    result: z.array(z.object({ logModel: z.string(), methodName: z.string() })),
  }),
  exportRows: defineEndpoint({
    feature: 'audit',
    method: 'GET',
    path: '/log/export',
    turn: 'export',
    summary:
      'The same rows as CSV (UTF-8 with BOM), newest first, at most 100,000; X-Row-Limit says how many at most.',
    access: mayRead,
    audited: false,
    input: z.object(logFilter),
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
