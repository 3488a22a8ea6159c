import { isPermission, type Permission } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { Holding } from './grant.policy.js';
import { isActive, rightsColumns, type RightsRow } from './rights-sql.js';

/** Rights of users, who may or may not be able to sign in now; ids that nobody has are left out. */
export function listRights(
  manager: EntityManager,
  userIds: readonly string[],
): Promise<RightsRow[]> {
  return manager.query<RightsRow[]>(
    `SELECT ${rightsColumns} FROM user_account account WHERE account.id = ANY($1::uuid[])`,
    [userIds],
  );
}

/**
 * The users who have the permission by a role and may be signed in now.
 * @param permission null: system administrators alone, who have every permission
 */
export async function listHolders(
  manager: EntityManager,
  permission: Permission | null,
): Promise<{ id: string; userName: string }[]> {
  return manager.query<{ id: string; userName: string }[]>(
    `SELECT account.id, account.user_name AS "userName" FROM user_account account
     WHERE ${isActive} AND EXISTS (
       SELECT FROM user_role JOIN role ON role.id = user_role.role_id
       WHERE user_role.user_id = account.id
         AND (role.is_system_administrator OR EXISTS (
           SELECT FROM role_menu JOIN menu ON menu.id = role_menu.menu_id
           WHERE role_menu.role_id = role.id AND menu.permission = $1)))`,
    [permission],
  );
}

/** What these roles give together. */
export async function getHoldingOfRoles(
  manager: EntityManager,
  roleIds: readonly string[],
): Promise<Holding> {
  const rows = await manager.query<{ isSystemAdministrator: boolean; keys: string[] }[]>(
    `SELECT role.is_system_administrator AS "isSystemAdministrator",
            ARRAY(SELECT menu.permission FROM role_menu JOIN menu ON menu.id = role_menu.menu_id
                  WHERE role_menu.role_id = role.id AND menu.permission IS NOT NULL) AS keys
     FROM role WHERE role.id = ANY($1::uuid[])`,
    [roleIds],
  );
  return {
    isSystemAdministrator: rows.some((row) => row.isSystemAdministrator),
    permissions: new Set(rows.flatMap(({ keys }) => keys).filter(isPermission)),
  };
}
