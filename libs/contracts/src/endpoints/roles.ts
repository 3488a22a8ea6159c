import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { commaList, idSchema, nothing } from '../wire.js';
import { userOption } from './users.js';

export const roleRow = z.object({
  id: z.string(),
  roleName: z.string(),
  description: z.string(),
  /** The role of administrators: has every menu, can't be deleted or stripped. */
  isSystemAdministrator: z.boolean(),
  userInfos: z.array(userOption),
  /** Ids of its menus, ancestors included. */
  menuList: z.array(z.string()),
});
export type RoleRow = z.infer<typeof roleRow>;

export const roleEndpoints = {
  list: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/role/list',
    summary: 'Roles with their users and menus.',
    access: { anyMenu: ['/roleManagement', '/authManagement', '/userList'] },
    audited: false,
    input: z.object({}),
    result: z.array(roleRow),
  }),
  add: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/role/add',
    summary: 'Create a role.',
    access: { anyMenu: ['/roleManagement'] },
    audited: true,
    input: z.object({
      roleName: z.string().trim().min(1).max(64),
      description: z.string().trim().max(255).default(''),
    }),
    result: roleRow,
  }),
  remove: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/role/delete',
    summary: 'Delete a role; its users lose what it gave.',
    access: { anyMenu: ['/roleManagement'] },
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  setUsers: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/role/addUser',
    summary: 'Replace the users of a role.',
    access: { anyMenu: ['/roleManagement'] },
    audited: true,
    input: z.object({ roleId: idSchema, userIds: commaList }),
    result: nothing,
  }),
  setMenus: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/role/addMenu',
    summary:
      'Replace the menus of a role: checked and half-checked ids; a menu without its ancestors is refused.',
    access: { anyMenu: ['/authManagement'] },
    audited: true,
    input: z.object({ roleId: idSchema, menuIds: commaList }),
    result: nothing,
  }),
} as const;
