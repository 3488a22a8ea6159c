import { z } from 'zod';
import { languages } from '../envelope.js';
import { defineEndpoint } from '../endpoint.js';
import { nothing, ruleMessage, wireTime } from '../wire.js';

/** RSA-OAEP (SHA-256) of the UTF-8 password, base64 (contract: Sign-in). */
export const encryptedPassword = z.string().min(1).max(1024);

/** `enableDowloadUserData` is spelled as in the specification. */
export const permissionSchema = z.object({ enableDowloadUserData: z.boolean() });

export const loginResult = z.object({
  user: z.object({ id: z.string(), userName: z.string(), realName: z.string().nullable() }),
  token: z.string(),
  permission: permissionSchema,
});
export type LoginResult = z.infer<typeof loginResult>;

export const userDetail = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  companyName: z.string().nullable(),
  companyAddress: z.string().nullable(),
  roleList: z.array(z.object({ id: z.string(), roleName: z.string() })),
  /** 1 active, 2 frozen. */
  enable: z.union([z.literal(1), z.literal(2)]),
  effectiveDate: wireTime.nullable(),
  expiredDate: wireTime.nullable(),
  permission: permissionSchema,
  isSystemAdministrator: z.boolean(),
});
export type UserDetail = z.infer<typeof userDetail>;

/** menuType 1 internal route, 2 third-party redirect, 3 in-system forward in a new window. */
export interface MenuNode {
  id: string;
  menuName: string;
  /** The name in English; the specification knows only one name. */
  menuNameEn: string;
  menuUrl: string;
  menuIcon: string | null;
  menuType: 1 | 2 | 3;
  parentId: string;
  children: MenuNode[];
}

export const menuNode: z.ZodType<MenuNode> = z.object({
  id: z.string(),
  menuName: z.string(),
  menuNameEn: z.string(),
  menuUrl: z.string(),
  menuIcon: z.string().nullable(),
  menuType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  parentId: z.string(),
  get children() {
    return z.array(menuNode);
  },
});

export const identityEndpoints = {
  login: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/login',
    summary: 'Sign in with login name and password.',
    access: 'public',
    audited: true,
    input: z
      .object({
        loginName: z.string().trim().max(64).optional(),
        password: encryptedPassword.optional(),
        /** A single-use code in place of both (contract: Automatic login). */
        code: z.string().min(1).max(200).optional(),
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
    feature: 'identity',
    method: 'POST',
    path: '/user/info/logout',
    summary: 'End the session of this token.',
    access: 'signedIn',
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
  detail: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/detail',
    summary: 'The caller: profile, roles, download permission.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: userDetail,
  }),
  userMenuTree: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/menu/getUserMenuListTree',
    summary: "The caller's menus as a tree.",
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: z.array(menuNode),
  }),
  getLanguage: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/sysLanguage/getSysLanguage',
    summary: "The caller's language; without a token the default.",
    access: 'public',
    audited: false,
    input: z.object({}),
    result: z.object({ selected: z.enum(languages) }),
  }),
  setLanguage: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/sysLanguage/setSysLanguage',
    summary: "Set the caller's language.",
    access: 'signedIn',
    audited: true,
    input: z.object({ selected: z.enum(languages) }),
    result: z.object({ selected: z.enum(languages) }),
  }),
} as const;
