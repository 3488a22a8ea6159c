import { isPermission } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { switchAllows } from '../state/download-switch.js';
import type { SignInRight } from '../user.policy.js';

/** A user and what the user's roles give. */
export interface RightsRow
  extends Omit<Principal, 'sessionId' | 'permissions' | 'target'>, SignInRight {
  permissions: string[];
}

/** SQL: whether the user `account` may be signed in now. */
export const isActive = `NOT account.is_frozen
  AND (account.effective_from IS NULL OR account.effective_from <= now())
  AND (account.expires_at IS NULL OR account.expires_at > now())`;

/**
 * SQL: the columns of a `RightsRow` for the user `account`. Permissions come from the granted menus that carry one;
 * groups and menus that people made carry none.
 */
export const rightsColumns = `
  account.id AS "userId", account.user_name AS "userName", account.language, account.is_frozen AS "isFrozen",
  coalesce(account.home_key, account.user_name) AS "homeKey",
  account.effective_from AS "effectiveFrom", account.expires_at AS "expiresAt",
  account.must_change_password AS "mustChangePassword",
  account.can_download AND ${switchAllows} AS "canDownload",
  EXISTS (
    SELECT 1 FROM user_role JOIN role ON role.id = user_role.role_id
    WHERE user_role.user_id = account.id AND role.is_system_administrator
  ) AS "isSystemAdministrator",
  ARRAY(
    SELECT DISTINCT menu.permission
    FROM user_role
    JOIN role_menu ON role_menu.role_id = user_role.role_id
    JOIN menu ON menu.id = role_menu.menu_id
    WHERE user_role.user_id = account.id AND menu.permission IS NOT NULL
  ) AS permissions`;

/** SQL: whether the user `account` has a menu. @param menuId SQL of its id */
export const hasMenu = (menuId: string): string => `EXISTS (
    SELECT FROM user_role JOIN role ON role.id = user_role.role_id
    WHERE user_role.user_id = account.id AND (role.is_system_administrator OR EXISTS (
      SELECT FROM role_menu WHERE role_menu.role_id = role.id AND role_menu.menu_id = ${menuId})))`;

/** The rights of a row, as the access rules need them. */
export function toRights(row: RightsRow): Omit<Principal, 'sessionId'> {
  return {
    userId: row.userId,
    userName: row.userName,
    homeKey: row.homeKey,
    language: row.language,
    isSystemAdministrator: row.isSystemAdministrator,
    permissions: new Set(row.permissions.filter(isPermission)),
    canDownload: row.canDownload,
    mustChangePassword: row.mustChangePassword,
  };
}
