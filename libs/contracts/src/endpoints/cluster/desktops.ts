import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  demandedOfNew,
  idSchema,
  nothing,
  optional,
  ruleMessage,
  wireBoolean,
} from '../../wire.js';
import { userOption } from '../identity/users.js';
import {
  enrolment,
  ignored,
  lanIp,
  nodeAgent,
  nodeDescription,
  wanAddress,
} from './node-schemas.js';

/** A letter first, then letters, digits or underscores (spec part 2 §5). */
export const desktopName = z
  .string()
  .trim()
  .refine(
    (name) => /^[a-z]\w*$/i.test(name) && name.length <= limits.nodeNameLength,
    ruleMessage(
      `桌面名称须以字母开头，由字母、数字和下划线组成，最多 ${limits.nodeNameLength} 个字符`,
      `a desktop's name begins with a letter and has letters, digits and underscores, at most ${limits.nodeNameLength}`,
    ),
  );

/** 0 to 65535 (spec part 2 §5). */
export const desktopPort = z.coerce
  .number()
  .int()
  .refine(
    (port) => port >= 0 && port <= 65_535,
    ruleMessage('端口须为 0 到 65535 的整数', 'a port is a whole number from 0 to 65535'),
  );

/** Where a desktop is opened: `{wanIp}:{port}/main/home`, `--` without a WAN address (spec part 2 §3). */
export function desktopUrlOf(wanIp: string, port: number): string {
  return wanIp === '' ? '--' : `${wanIp}:${String(port)}/main/home`;
}

const userIds = optional(z.array(idSchema).max(limits.nodeMaxUsers));

/** A person who has a session on a desktop now. */
const onlineUser = z.object({
  /** Null where the host's account belongs to no user of the platform. */
  id: z.string().nullable(),
  userName: z.string(),
});

export const desktopNode = z.object({
  id: z.string(),
  desktopName: z.string(),
  lanIp: z.string(),
  /** Empty without one. */
  wanIp: z.string(),
  desktopPort: z.number(),
  /** Whether browsers open it encrypted. */
  https: z.boolean(),
  /** Whether the session that its host gets for a user who opens it reaches that user's files. */
  allowFiles: z.boolean(),
  desktopUrl: z.string(),
  desktopDescribe: z.string(),
  /** To whom it is assigned: the first by name. */
  userInfos: z.array(userOption),
  /** To how many in all. */
  userCount: z.number(),
  online: z.boolean(),
  state: z.literal(1),
  onLineUsers: z.array(onlineUser),
  agent: nodeAgent,
});
export type DesktopNode = z.infer<typeof desktopNode>;

/** A desktop, as those see it to whom it is assigned. */
export const ownDesktop = z.object({
  id: z.string(),
  desktopName: z.string(),
  desktopDescribe: z.string(),
  desktopUrl: z.string(),
  /** What to open through `/thirdparty/jumpTarget`; null where the desktop has no address. */
  openUrl: z.string().nullable(),
  online: z.boolean(),
  /** What is wrong with its host, for people; empty: nothing. */
  trouble: z.string(),
});
export type OwnDesktop = z.infer<typeof ownDesktop>;

const managers = { anyPermission: ['desktops.manage'] } as const;

/** Desktop nodes (spec part 2 §2, §7). */
export const desktopEndpoints = {
  list: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/list',
    summary: 'Desktop nodes with their users, their agents and who is on them, by name.',
    access: managers,
    audited: false,
    input: z.object({
      /** Part of a name, an address or a description. */
      search: optional(z.string().max(255)),
    }),
    result: z.array(desktopNode),
  }),
  add: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/add',
    summary:
      'Adds a desktop node, or edits the one of `id`: what is absent stays. A new one comes with its enrolment command, shown once. Setting address and users requires holding all permissions that the users hold.',
    access: managers,
    audited: true,
    logged: ['id', 'desktopName', 'lanIp', 'wanIp', 'desktopPort', 'https', 'allowFiles'],
    input: z
      .object({
        id: optional(idSchema),
        desktopName: optional(desktopName),
        lanIp: optional(lanIp),
        wanIp: optional(wanAddress),
        desktopPort: optional(desktopPort),
        /** Absent of a new one: whether the port is 443. */
        https: optional(wireBoolean),
        /** Set by system administrators alone. */
        allowFiles: optional(wireBoolean),
        desktopDescribe: optional(nodeDescription),
        /** The users it is assigned to from now on; absent: those it has. */
        userInfos: optional(z.array(z.object({ id: idSchema })).max(limits.nodeMaxUsers)),
        /** Who is added to them and taken away, so that what a colleague changed meanwhile stays. */
        addUserIds: userIds,
        removeUserIds: userIds,
        desktopUrl: ignored,
        online: ignored,
        state: ignored,
        onLineUsers: ignored,
      })
      .superRefine(demandedOfNew('desktopName', 'lanIp')),
    result: z.object({ id: z.string(), enrolment: enrolment.nullable() }),
  }),
  remove: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/delete',
    summary: 'Deletes a desktop node; its agent is shut out.',
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  info: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/getDesktopInfo',
    summary: 'One desktop node with all its users.',
    access: managers,
    audited: false,
    input: z.object({ desktopId: idSchema }),
    result: desktopNode,
  }),
  enrol: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/enrol',
    summary:
      'A new enrolment command; the one before ends. The present agent stays until the new one came.',
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: enrolment,
  }),
  revoke: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/revoke',
    summary: "Revokes the secret of a desktop node's agent, and its enrolment command.",
    access: managers,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  mine: defineEndpoint({
    feature: 'cluster',
    method: 'POST',
    path: '/desktop/mine',
    summary: 'The desktops assigned to the caller, by name.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: z.array(ownDesktop),
  }),
} as const;
