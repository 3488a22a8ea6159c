import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { demandedOfNew, textId, nothing, optional, ruleMessage, wireBoolean } from '../../wire.js';

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

export const menuNode: z.ZodType<MenuNode, MenuNode> = z.object({
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

/** A path of the console or an http(s) address, and nothing that a browser could read another way. */
function isMenuAddress(address: string): boolean {
  const base = 'http://platform.invalid';
  const isPath = /^\/(?![/\\])/.test(address);
  // eslint-disable-next-line no-control-regex -- browsers drop them, and read what remains
  if (/[\u0000-\u001f\u007f]/.test(address) || !URL.canParse(address, base)) {
    return false;
  }
  const url = new URL(address, base);
  return isPath
    ? url.origin === base
    : /^https?:\/\//i.test(address) && url.username === '' && url.password === '';
}

const menuAddress = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .refine(
    isMenuAddress,
    ruleMessage(
      '须为 / 开头的路径或 http(s) 地址，不含用户名、密码和控制字符',
      'it must be a path that starts with / or an http(s) address, without user name, password or control characters',
    ),
  );

const menuType = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const menuPage = { anyPermission: ['menus.manage'] } as const;

/** A menu as its form knows it. */
export const menuInfo = z.object({
  id: z.string(),
  menuName: z.string(),
  menuNameEn: z.string(),
  menuUrl: z.string(),
  menuType,
  menuIcon: z.string().nullable(),
  /** "0" for a top-level menu. */
  parentId: z.string(),
  /** Whether the session that another site gets for a user who opens the menu reaches that user's files. */
  allowFiles: z.boolean(),
});
export type MenuInfo = z.infer<typeof menuInfo>;

export const menuEndpoints = {
  userMenuTree: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/getUserMenuListTree',
    summary: "The caller's menus as a tree.",
    access: 'signedIn',
    inTargetSession: 'files',
    audited: false,
    input: z.object({}),
    result: z.array(menuNode),
  }),
  tree: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/getMenuTree',
    summary: 'All menus as a tree.',
    access: { anyPermission: ['menus.manage', 'authority.manage'] },
    audited: false,
    input: z.object({}),
    result: z.array(menuNode),
  }),
  info: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/getMenuInfo',
    summary: 'One menu.',
    access: menuPage,
    audited: false,
    input: z.object({ menuId: textId }),
    result: menuInfo,
  }),
  save: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/add',
    summary: 'Create a menu, or edit the one with this id: what is absent stays.',
    access: menuPage,
    audited: true,
    input: z
      .object({
        id: optional(textId),
        menuName: optional(z.string().trim().min(1).max(64)),
        /** Absent of a new one: the same as menuName. */
        menuNameEn: optional(z.string().trim().max(64)),
        /** Type 1: a route of the console; types 2 and 3: an http(s) address. */
        menuUrl: optional(menuAddress),
        menuType: optional(z.coerce.number().pipe(menuType)),
        /** Null or an empty text: no icon. */
        menuIcon: z
          .string()
          .max(255)
          .nullable()
          .optional()
          .transform((icon) => (icon === null ? '' : icon)),
        /** Absent of a new one: "0". */
        parentId: optional(textId),
        /** Set by system administrators only. */
        allowFiles: optional(wireBoolean),
      })
      .superRefine(demandedOfNew('menuName', 'menuUrl', 'menuType')),
    result: menuInfo,
  }),
  remove: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/delete',
    summary: 'Delete a menu and what is below it. The menus that administration itself needs stay.',
    access: menuPage,
    audited: true,
    input: z.object({ id: textId }),
    result: nothing,
  }),
  shift: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/shift',
    summary:
      'Change places with the menu before or after it below the same parent; the first one stays first, the last one last.',
    access: menuPage,
    audited: true,
    input: z.object({ id: textId, direction: z.enum(['up', 'down']) }),
    result: nothing,
  }),
  restoreStandard: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/restoreStandard',
    summary:
      'Bring the menus of the first start back: names, addresses, icons, order and places. Menus that people made stay, and nobody is permitted more.',
    access: menuPage,
    audited: true,
    input: z.object({}),
    result: z.object({ restored: z.number() }),
  }),
  uploadIcon: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/menu/upload',
    summary:
      'An icon of 200×200 px, at most 200 KB, png or jpeg by content; the result is its path for menuIcon.',
    access: menuPage,
    audited: true,
    input: z.object({}),
    result: z.string(),
    upload: 'file',
  }),
  icon: defineEndpoint({
    feature: 'users',
    method: 'GET',
    path: '/menu/icon/:name',
    summary: 'An uploaded icon; its name is the hash of its content.',
    access: 'public',
    audited: false,
    input: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.(png|jpg)$/) }),
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
