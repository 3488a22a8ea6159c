import type { CallerDetail } from '@clusterdesk/contracts';

/** What the server says of the signed-in user. */
export const callerOf = (isSystemAdministrator: boolean): CallerDetail => ({
  id: '1',
  userName: 'ann',
  realName: null,
  mobile: null,
  email: null,
  companyName: null,
  companyAddress: null,
  roleList: [],
  enable: 1,
  effectiveDate: null,
  expiredDate: null,
  createTime: '2026-11-22 05:00:00',
  lastSignInTime: null,
  mustChangePassword: false,
  permission: { enableDowloadUserData: true },
  isSystemAdministrator,
  canReceiveCodes: { mobile: false, email: false },
});
