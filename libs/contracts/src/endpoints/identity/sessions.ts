import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, optional, ruleMessage, wireTime } from '../../wire.js';
import { encryptedPassword, permissionSchema } from './credentials.js';

export const loginResult = z.object({
  user: z.object({ id: z.string(), userName: z.string(), realName: z.string().nullable() }),
  token: z.string(),
  permission: permissionSchema,
  /** Nothing else of the platform answers before the password is changed. */
  mustChangePassword: z.boolean(),
  /** After a password: by this the device is known at the next sign-in, and strangers' tries do not count there. */
  device: z.string().optional(),
});
export type LoginResult = z.infer<typeof loginResult>;

/** The desktop or the site that a session was opened for. */
export const sessionTarget = z.object({
  kind: z.enum(['desktop', 'site']),
  name: z.string(),
  nameEn: z.string(),
});

/** A session of one's own. */
export const sessionRow = z.object({
  id: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createTime: wireTime,
  lastUsedTime: wireTime,
  /** Of a session that a code opened; null: the user's own session. */
  target: sessionTarget.nullable(),
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type SessionListRow = z.infer<typeof sessionRow>;

/** Signing in and out, one's own sessions, and the way to other sites. */
export const sessionEndpoints = {
  login: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/info/login',
    summary: 'Sign in with login name and password.',
    access: 'public',
    audited: true,
    input: z
      .object({
        loginName: optional(z.string().trim().normalize('NFKC').max(64)),
        password: optional(encryptedPassword),
        /** A single-use code of a menu in place of both (contract: Automatic login); that of a desktop its agent redeems. */
        code: optional(z.string().min(1).max(200)),
        /** What earlier sign-ins on this device were given as `device`, commas between. */
        devices: optional(z.string().max(2_000)),
      })
      .refine((input) => input.code !== undefined || Boolean(input.loginName), {
        path: ['loginName'],
        ...ruleMessage('请输入用户名', 'please enter the user name'),
      })
      .refine((input) => input.code !== undefined || input.password !== undefined, {
        path: ['password'],
        ...ruleMessage('请输入密码', 'please enter the password'),
      }),
    result: loginResult,
  }),
  logout: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/info/logout',
    summary: 'End the session of this token.',
    access: 'signedIn',
    beforePasswordChange: true,
    inTargetSession: 'always',
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
  list: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/info/sessions',
    summary: "One's own sessions, the newest first.",
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: z.array(sessionRow),
  }),
  end: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/info/sessions/end',
    summary: "End one of one's own sessions.",
    access: 'signedIn',
    audited: true,
    logged: ['id'],
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  listOfUser: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/sessions/list',
    summary: 'The sessions of a user who holds no more than the caller, the newest first.',
    access: { anyPermission: ['users.manage'] },
    audited: false,
    input: z.object({ userId: idSchema }),
    result: z.array(sessionRow),
  }),
  endOfUser: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/user/sessions/end',
    summary: 'End one session of a user, or all of them when none is named.',
    access: { anyPermission: ['users.manage'] },
    audited: true,
    input: z.object({ userId: idSchema, id: optional(idSchema) }),
    result: z.object({ ended: z.number() }),
  }),
  jump: defineEndpoint({
    feature: 'sessions',
    method: 'GET',
    path: '/thirdparty/jumpNode',
    summary:
      'Redirects to a registered address of a menu or desktop node, with a single-use code (60 s) in place of the token.',
    access: 'ticket',
    audited: true,
    logged: ['url'],
    input: z.object({
      Authorization: optional(z.string().max(200)),
      url: z.string().min(1).max(2000),
    }),
    result: z.unknown(),
    transport: 'raw',
  }),
  /** What the console opens: a token in an address would stand in the logs of every proxy on the way. */
  jumpTarget: defineEndpoint({
    feature: 'sessions',
    method: 'POST',
    path: '/thirdparty/jumpTarget',
    summary: 'The same address as an answer, for a caller who sends a header: no token in any URL.',
    access: 'signedIn',
    audited: true,
    logged: ['url'],
    input: z.object({ url: z.string().min(1).max(2000) }),
    result: z.object({ url: z.string() }),
  }),
} as const;
