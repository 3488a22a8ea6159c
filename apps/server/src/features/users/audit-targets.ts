import type { AuditSubject } from '../../platform/http/audit-trail.js';
import type { MenuEntity } from './menus/menu.entity.js';
import type { RoleEntity } from './roles/role.entity.js';
import type { UserEntity } from './user.entity.js';

type Target = AuditSubject['target'];

/** A user, as the log names one. */
export const userTarget = ({ id, userName }: Pick<UserEntity, 'id' | 'userName'>): Target => ({
  type: 'user',
  id,
  name: userName,
});

/** A role, as the log names it. */
export const roleTarget = ({ id, roleName }: Pick<RoleEntity, 'id' | 'roleName'>): Target => ({
  type: 'role',
  id,
  name: roleName,
});

/** A menu, as the log names it. */
export const menuTarget = ({ id, menuName }: Pick<MenuEntity, 'id' | 'menuName'>): Target => ({
  type: 'menu',
  id,
  name: menuName,
});

/** Names of roles, for the details of a row. */
export const roleNames = (roles: readonly Pick<RoleEntity, 'roleName'>[]): string[] =>
  roles.map(({ roleName }) => roleName).sort();
