import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  commaList,
  idList,
  idListOf,
  idSchema,
  nothing,
  optional,
  pageSchema,
} from '../../wire.js';
import { builtInRole } from './user-schemas.js';
import { userOption } from './users.js';

export const roleRow = z.object({
  id: z.string(),
  roleName: z.string(),
  description: z.string(),
  /** The role of administrators: has every menu, can't be deleted or stripped. */
  isSystemAdministrator: z.boolean(),
  /** Which role of the first start it is; null for a role that people made. */
  builtIn: builtInRole.nullable(),
  /** The first of its users, by name; `/role/users` has all of them. */
  userInfos: z.array(userOption),
  userCount: z.number(),
  /** Ids of its menus, ancestors included. */
  menuList: z.array(z.string()),
});
export type RoleRow = z.infer<typeof roleRow>;

export const roleEndpoints = {
  list: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/list',
    summary: 'Roles with their menus, the number of their users and the first of them.',
    access: { anyPermission: ['roles.manage', 'authority.manage', 'users.manage'] },
    audited: false,
    input: z.object({}),
    result: z.array(roleRow),
  }),
  add: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/add',
    summary: 'Create a role.',
    access: { anyPermission: ['roles.manage'] },
    audited: true,
    input: z.object({
      // Full-width and other compatibility forms of a letter are the letter.
      roleName: z.string().trim().normalize('NFKC').min(1).max(64),
      description: optional(z.string().trim().max(255)).transform((text) => text ?? ''),
    }),
    result: roleRow,
  }),
  remove: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/delete',
    summary: 'Delete a role; its users lose what it gave.',
    access: { anyPermission: ['roles.manage'] },
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  setUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/addUser',
    summary: `Replace the users of a role, ${limits.roleMaxUsers} at most; larger roles are changed by /role/users/add and /role/users/remove.`,
    access: { anyPermission: ['roles.manage'] },
    audited: true,
    input: z.object({ roleId: idSchema, userIds: idListOf(limits.roleMaxUsers) }),
    result: nothing,
  }),
  listUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/users',
    turn: 'search',
    summary: 'The users of a role by page; search looks in user name and real name.',
    access: { anyPermission: ['roles.manage', 'authority.manage', 'users.manage'] },
    audited: false,
    input: z.object({
      roleId: idSchema,
      ...pageSchema,
      search: optional(z.string().trim().max(64)),
    }),
    result: z.object({ data: z.array(userOption), total: z.number() }),
  }),
  addUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/users/add',
    summary: 'Add users to a role; those in it already stay.',
    access: { anyPermission: ['roles.manage'] },
    audited: true,
    input: z.object({ roleId: idSchema, userIds: idList }),
    result: nothing,
  }),
  removeUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/users/remove',
    summary: 'Take users out of a role.',
    access: { anyPermission: ['roles.manage'] },
    audited: true,
    input: z.object({ roleId: idSchema, userIds: idList }),
    result: nothing,
  }),
  setMenus: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/role/addMenu',
    summary:
      'Replace the menus of a role: checked and half-checked ids; a menu without its ancestors is refused.',
    access: { anyPermission: ['authority.manage'] },
    audited: true,
    input: z.object({ roleId: idSchema, menuIds: commaList }),
    result: nothing,
  }),
} as const;
