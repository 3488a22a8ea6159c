import { endpoints, type RoleRow, type UserOption } from '@clusterdesk/contracts';
import { reads } from '../../../shared/api/query.js';

export const roleList = () => reads(endpoints.roles.list, {});

/** What the roles tell of one user: the user's name and roles. Users without a role are unknown here. */
export function userAmongRoles(
  roles: readonly RoleRow[],
  userId: string,
): { user: UserOption | undefined; roleIds: string[] } {
  const has = (role: RoleRow): boolean => role.userInfos.some(({ id }) => id === userId);
  return {
    user: roles.flatMap((role) => role.userInfos).find(({ id }) => id === userId),
    roleIds: roles.filter(has).map(({ id }) => id),
  };
}
