import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  idSchema,
  nothing,
  optional,
  pathList,
  ruleMessage,
  spacePath,
  wireBoolean,
  wireTime,
} from '../../wire.js';
import { packageState } from '../files/downloads.js';
import { userOption } from '../identity/users.js';
import { projectPage } from './project-schemas.js';

/** States of a download application (spec part 1 §4). */
export const applicationStatuses = { pending: 0, approved: 1, rejected: 2 } as const;
export type ApplicationStatus = (typeof applicationStatuses)[keyof typeof applicationStatuses];

/**
 * How an application came to its end, where `status` alone does not say it. `rejected` and `revoked`: by the approver; `withdrawn`:
 * by the applicant; `expired`: nobody took the content in time; `gone`: what it is about was deleted for good; `left`: the applicant is
 * no member any more; `projectDeleted`, for what was approved only until the project comes back.
 */
export const applicationEndings = [
  'rejected',
  'revoked',
  'withdrawn',
  'expired',
  'gone',
  'left',
  'projectDeleted',
] as const;
export type ApplicationEnding = (typeof applicationEndings)[number];

const vote = z.object({
  user: userOption.nullable(),
  isYes: z.boolean(),
  reason: z.string(),
  time: wireTime,
});

/** A request for content of a project (spec part 1 §3, Download application). */
export const applicationRow = z.object({
  id: z.string(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  ending: z.enum(applicationEndings).nullable(),
  applyUser: userOption,
  project: z.object({ id: z.string(), projectName: z.string() }),
  /**
   * The chosen entries as a JSON list of paths: the first of them. Where they are now; for the applicant, where they were then as soon as
   * it has ended or the applicant may not view them any more.
   */
  path: z.string(),
  paths: z.array(z.string()),
  /** How many entries were chosen, and the files that are in them. */
  entries: z.number(),
  files: z.number(),
  bytes: z.number(),
  createTime: wireTime,
  /** Why it is wanted. */
  reason: z.string(),
  /** What was decided, by whom, and why; the last of `votes`. */
  votes: z.array(vote),
  approversNeeded: z.number(),
  /** How many of them have said yes: those who still decide in the project. */
  approversSoFar: z.number(),
  /** For how many days its content can be taken once it is approved: as the project says now. */
  approvalDays: z.number(),
  /** Until when approved content can be taken. */
  endTime: wireTime.nullable(),
  /** When it was first taken. */
  usedTime: wireTime.nullable(),
  /** The caller administers or owns the project. */
  isAdmin: z.boolean(),
  /** The caller may decide on it now: nobody decides on an own one, nor twice. */
  canDecide: z.boolean(),
  /** The caller may take its content now. */
  canDownload: z.boolean(),
});
export type ApplicationRow = z.infer<typeof applicationRow>;

/** What became of a file since somebody applied for it. */
export const contentChanges = ['same', 'changed', 'deleted'] as const;
export type ContentChange = (typeof contentChanges)[number];

/** One file of an application: what was there when it was made, and what is there now. */
export const applicationFile = z.object({
  /** Where it is now; for the applicant, where it was then as soon as it has ended or is no longer visible to them. */
  path: z.string(),
  name: z.string(),
  fileType: z.string(),
  /** Bytes, then. */
  size: z.number(),
  /** When it was last changed, then. */
  modifyTime: wireTime,
  /** Null: it is not for the caller to know, see `path`. */
  change: z.enum(contentChanges).nullable(),
  putBy: userOption.nullable(),
});
export type ApplicationFile = z.infer<typeof applicationFile>;

/** How the applicant's earlier requests in this project ended. */
export const earlierRequests = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  /** The latest of them. */
  latest: z.array(applicationRow),
});

const reason = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= limits.approvalReasonLength,
    ruleMessage(
      `理由最多 ${limits.approvalReasonLength} 个字符`,
      `a reason has at most ${limits.approvalReasonLength} characters`,
    ),
  )
  .default('');

const call = {
  feature: 'approvals',
  method: 'POST',
  access: { anyPermission: ['projects.manage', 'projects.join', 'approvals.decide'] },
} as const;
const deciding = { ...call, access: { anyPermission: ['approvals.decide'] } } as const;

export const approvalEndpoints = {
  add: defineEndpoint({
    ...call,
    path: '/download/apply/add',
    turn: 'content',
    summary: `Apply for the download of entries of a project: exactly what they hold at this moment, at most ${limits.approvalMaxFiles} files. What the caller has applied for and nobody has decided is not applied for again: that application is given. applyUser is the caller whatever is sent.`,
    access: { anyPermission: ['projects.manage', 'projects.join'] },
    audited: true,
    input: z.object({
      applyUser: z.object({ id: idSchema }).optional(),
      project: z.object({ id: idSchema }),
      paths: pathList,
      reason,
    }),
    result: applicationRow,
  }),
  list: defineEndpoint({
    ...call,
    path: '/download/apply/list',
    turn: 'list',
    summary:
      'Applications, newest first: me=1 the own ones, me=2 those that wait for the decision of the caller, me=3 the own ones and all of the projects that the caller owns or administers.',
    audited: false,
    input: z.object({
      me: z.coerce
        .string()
        .pipe(z.enum(['1', '2', '3']))
        .default('3'),
      /** A part of the project's name. */
      projName: optional(z.string().trim().max(255)),
      projectId: optional(z.union([z.literal(''), idSchema])),
      ...projectPage,
    }),
    result: z.object({ data: z.array(applicationRow), total: z.number() }),
  }),
  detail: defineEndpoint({
    ...call,
    path: '/download/apply/detail',
    summary:
      'One application, for the applicant and the approvers, with how earlier requests of the applicant ended.',
    audited: false,
    input: z.object({ id: idSchema }),
    result: z.object({ application: applicationRow, earlier: earlierRequests.nullable() }),
  }),
  files: defineEndpoint({
    ...call,
    path: '/download/apply/files',
    turn: 'content',
    summary: `The files of an application, as they were and as they are now; at most ${limits.evidencePage} a page.`,
    audited: false,
    input: z.object({
      id: idSchema,
      ...projectPage,
      // Each file of a page is opened: what is asked for beyond is left to the next page.
      pageSize: projectPage.pageSize.transform((size) => Math.min(size, limits.evidencePage)),
    }),
    result: z.object({ data: z.array(applicationFile), total: z.number() }),
  }),
  checksum: defineEndpoint({
    ...deciding,
    path: '/download/apply/checksum',
    turn: 'measure',
    summary: `The SHA-256 of a file of an application, for the approvers; read for at most ${limits.checksumMaxMs / 1000} s.`,
    audited: false,
    input: z.object({ id: idSchema, path: spacePath }),
    result: z.object({ sha256: z.string() }),
  }),
  agree: defineEndpoint({
    ...deciding,
    path: '/download/apply/agree',
    summary: 'Decide on a pending application: status 1 approves, 2 rejects. Decided once.',
    audited: true,
    input: z.object({
      id: idSchema,
      status: z.coerce.string().pipe(z.enum(['1', '2'])),
      reason,
    }),
    result: applicationRow,
  }),
  revoke: defineEndpoint({
    ...deciding,
    path: '/download/apply/revoke',
    summary: 'Take back an approval that was not used yet.',
    audited: true,
    input: z.object({ id: idSchema, reason }),
    result: applicationRow,
  }),
  withdraw: defineEndpoint({
    ...call,
    path: '/download/apply/withdraw',
    summary: 'Take back an own application that is not decided yet.',
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  download: defineEndpoint({
    ...call,
    path: '/download/apply/download',
    turn: 'wait',
    summary:
      'A download token for the content of an approved application, or with async=true the state of its packing. Refused when something in it is gone or, of a single file, has changed; of several files a change makes the packing fail.',
    audited: true,
    input: z.object({ id: idSchema, async: wireBoolean.default(false) }),
    result: z.union([z.string(), packageState]),
  }),
} as const;
