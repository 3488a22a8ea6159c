import type { UserDetail, UserRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { UserEntity } from './user.entity.js';

/**
 * A user's fields that leave the server.
 * @param canDownload the right that counts: the user's own and the platform's switch together
 */
export function toUserDetail(user: UserEntity, canDownload: boolean, timeZone: string): UserDetail {
  return {
    ...toUserRow(user, timeZone),
    permission: { enableDowloadUserData: canDownload },
    isSystemAdministrator: user.roles.some((role) => role.isSystemAdministrator),
  };
}

/** A user as the list shows it. */
export function toUserRow(user: UserEntity, timeZone: string): UserRow {
  return {
    id: user.id,
    userName: user.userName,
    realName: user.realName,
    mobile: user.mobile,
    email: user.email,
    companyName: user.companyName,
    companyAddress: user.companyAddress,
    roleList: user.roles.map(({ id, roleName, builtIn }) => ({ id, roleName, builtIn })),
    enable: user.isFrozen ? 2 : 1,
    effectiveDate: user.effectiveFrom && wireTime(user.effectiveFrom, timeZone),
    expiredDate: user.expiresAt && wireTime(user.expiresAt, timeZone),
    createTime: wireTime(user.createdAt, timeZone),
    lastSignInTime: user.lastSignInAt && wireTime(user.lastSignInAt, timeZone),
    mustChangePassword: user.mustChangePassword,
  };
}
