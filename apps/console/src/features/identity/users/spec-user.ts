import type { UserRow } from '@clusterdesk/contracts';

/** A user, as the call tells of one. */
export const specUser: UserRow = {
  id: '7',
  userName: 'lilei',
  realName: null,
  mobile: null,
  email: null,
  companyName: null,
  companyAddress: null,
  roleList: [{ id: '1', roleName: 'Role 1', builtIn: null }],
  enable: 1,
  effectiveDate: null,
  expiredDate: null,
  createTime: '2026-01-01 00:00:00',
  lastSignInTime: null,
  mustChangePassword: false,
};
