import type { RoleRow, UserOption } from '@clusterdesk/contracts';
import { In, type EntityManager } from 'typeorm';
import { isReferenceGone } from '../../../platform/database/is-taken.js';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { UserUnknownError } from '../user.errors.js';
import { RoleEntity } from './role.entity.js';
import { RoleUnknownError } from './role.errors.js';

/** @throws DomainError 404 unless every id is a role's. */
export async function getRoles(
  manager: EntityManager,
  ids: readonly string[],
): Promise<RoleEntity[]> {
  const wanted = [...new Set(ids)];
  const roles = await manager.findBy(RoleEntity, { id: In(wanted) });
  if (roles.length !== wanted.length) {
    throw new RoleUnknownError();
  }
  return roles;
}

/** @throws DomainError 404 */
export async function getRole(manager: EntityManager, id: string): Promise<RoleEntity> {
  const role = await manager.findOneBy(RoleEntity, { id });
  if (!role) {
    throw new RoleUnknownError();
  }
  return role;
}

/** All roles, the administrators' first, each with the first of its users by name. */
export function listRoles(manager: EntityManager, usersPerRole: number): Promise<RoleRow[]> {
  return manager.query<RoleRow[]>(
    `SELECT role.id, role.role_name AS "roleName", role.description,
            role.is_system_administrator AS "isSystemAdministrator", role.built_in AS "builtIn",
            ARRAY(SELECT menu.id FROM menu WHERE role.is_system_administrator OR EXISTS (
              SELECT 1 FROM role_menu WHERE role_menu.role_id = role.id AND role_menu.menu_id = menu.id
            ) ORDER BY menu.position, menu.id) AS "menuList",
            (SELECT count(*)::int FROM user_role WHERE user_role.role_id = role.id) AS "userCount",
            (SELECT coalesce(json_agg(first), '[]') FROM (
              SELECT account.id, account.user_name AS "userName", account.real_name AS "realName"
              FROM user_role JOIN user_account account ON account.id = user_role.user_id
              WHERE user_role.role_id = role.id ORDER BY account.user_name LIMIT $1
            ) first) AS "userInfos"
     FROM role ORDER BY role.is_system_administrator DESC, role.role_name`,
    [usersPerRole],
  );
}

/** A page of a role's users, by name; `search` is a part of the login name or the real name. */
export async function listUsers(
  manager: EntityManager,
  roleId: string,
  search: string,
  page: { skip: number; take: number },
): Promise<{ data: UserOption[]; total: number }> {
  const source = `FROM user_role JOIN user_account account ON account.id = user_role.user_id
    WHERE user_role.role_id = $1
      AND ($2 = '%%' OR account.user_name ILIKE $2 OR account.real_name ILIKE $2)`;
  const parameters = [roleId, containsPattern(search)];
  const data = await manager.query<UserOption[]>(
    `SELECT account.id, account.user_name AS "userName", account.real_name AS "realName"
     ${source} ORDER BY account.user_name, account.id OFFSET $3 LIMIT $4`,
    [...parameters, page.skip, page.take],
  );
  const [count] = await manager.query<{ total: number }[]>(
    `SELECT count(*)::int AS total ${source}`,
    parameters,
  );
  return { data, total: count?.total ?? 0 };
}

export async function listUserIds(manager: EntityManager, roleId: string): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    'SELECT user_id AS id FROM user_role WHERE role_id = $1',
    [roleId],
  );
  return rows.map(({ id }) => id);
}

/** The login names of some users. */
export async function listNames(
  manager: EntityManager,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(
    'SELECT user_name AS name FROM user_account WHERE id = ANY($1::uuid[]) ORDER BY user_name',
    [userIds],
  );
  return rows.map(({ name }) => name);
}

/** @returns the users who were not in the role before. @throws DomainError 404 unless every id is a user's */
export async function addUsers(
  manager: EntityManager,
  roleId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const adding = manager.query<{ id: string }[]>(
    `INSERT INTO user_role (user_id, role_id) SELECT user_id, $1 FROM unnest($2::uuid[]) user_id
     ON CONFLICT DO NOTHING RETURNING user_id AS id`,
    [roleId, userIds],
  );
  const rows = await adding.catch((error: unknown) => {
    throw isReferenceGone(error) ? new UserUnknownError() : error;
  });
  return rows.map(({ id }) => id);
}

/**
 * @param which of the role's users: these, or all but these
 * @returns the users who were in the role before
 */
export async function removeUsers(
  manager: EntityManager,
  roleId: string,
  which: 'these' | 'others',
  userIds: readonly string[],
): Promise<string[]> {
  const [rows] = await manager.query<[{ id: string }[], number]>(
    `DELETE FROM user_role WHERE role_id = $1 AND (user_id = ANY($2::uuid[])) = $3
     RETURNING user_id AS id`,
    [roleId, userIds, which === 'these'],
  );
  return rows.map(({ id }) => id);
}

/** @returns the menus that the role had before. */
export async function replaceMenus(
  manager: EntityManager,
  roleId: string,
  menuIds: readonly string[],
): Promise<string[]> {
  const [rows] = await manager.query<[{ id: string }[], number]>(
    'DELETE FROM role_menu WHERE role_id = $1 RETURNING menu_id AS id',
    [roleId],
  );
  await manager.query(
    'INSERT INTO role_menu (role_id, menu_id) SELECT $1, menu_id FROM unnest($2::text[]) menu_id',
    [roleId, menuIds],
  );
  return rows.map(({ id }) => id);
}
