import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { idSchema, nothing, ruleMessage } from '../wire.js';
import { menuNode } from './identity.js';

const menuPage = { anyMenu: ['/menuManagement'] } as const;

/** A menu as its form knows it. */
export const menuInfo = z.object({
  id: z.string(),
  menuName: z.string(),
  menuNameEn: z.string(),
  menuUrl: z.string(),
  menuType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  menuIcon: z.string().nullable(),
  /** "0" for a top-level menu. */
  parentId: z.string(),
});
export type MenuInfo = z.infer<typeof menuInfo>;

export const menuEndpoints = {
  tree: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/menu/getMenuTree',
    summary: 'All menus as a tree.',
    access: { anyMenu: ['/menuManagement', '/authManagement'] },
    audited: false,
    input: z.object({}),
    result: z.array(menuNode),
  }),
  info: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/menu/getMenuInfo',
    summary: 'One menu.',
    access: menuPage,
    audited: false,
    input: z.object({ menuId: idSchema }),
    result: menuInfo,
  }),
  save: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/menu/add',
    summary: 'Create a menu, or edit the one with this id.',
    access: menuPage,
    audited: true,
    input: z.object({
      id: idSchema.optional(),
      menuName: z.string().trim().min(1).max(64),
      /** Absent: the same as menuName. */
      menuNameEn: z.string().trim().max(64).optional(),
      /** Type 1: a route of the console; types 2 and 3: an http(s) address. */
      menuUrl: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .refine(
          (url) => /^\/(?![/\\])/.test(url) || /^https?:\/\//i.test(url),
          ruleMessage(
            '须为 / 开头的路径或 http(s) 地址',
            'it must be a path that starts with / or an http(s) address',
          ),
        ),
      menuType: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3)])),
      menuIcon: z.string().max(255).optional(),
      parentId: idSchema.default('0'),
    }),
    result: menuInfo,
  }),
  remove: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/menu/delete',
    summary: 'Delete a menu and what is below it. The menus that administration itself needs stay.',
    access: menuPage,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  uploadIcon: defineEndpoint({
    feature: 'identity',
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
    feature: 'identity',
    method: 'GET',
    path: '/menu/icon/:name',
    summary: 'An uploaded icon; its name is the hash of its content.',
    access: 'public',
    audited: false,
    input: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.(png|jpg)$/) }),
    result: z.unknown(),
    transport: 'raw',
  }),
  jump: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/thirdparty/jumpNode',
    summary:
      'Redirects to a registered address of a menu or desktop node, with a single-use code (60 s) in place of the token.',
    access: 'ticket',
    audited: true,
    input: z.object({
      Authorization: z.string().max(200).optional(),
      url: z.string().min(1).max(2000),
    }),
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
