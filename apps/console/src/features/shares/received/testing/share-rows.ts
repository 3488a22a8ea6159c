import { shareTypes, type ShareRow } from '@clusterdesk/contracts';

/** A received share for tests: a folder, from another user, without an expiry. */
export const shareOf = (id: string, given: Partial<ShareRow> = {}): ShareRow => ({
  id,
  shareType: shareTypes.users,
  createTime: '2026-11-22 05:00:00',
  fileVos: [{ path: '/demo', localPath: 'demo', directory: true, isMissing: false }],
  entries: 1,
  sharePaths: [{ sharePathKey: { path: '/demo' } }],
  shareUser: { id: '7', userName: 'ann', realName: 'Ann Lee' },
  state: 'active',
  isDropBox: false,
  canDownload: true,
  expirationTime: null,
  verification: null,
  own: null,
  ...given,
});
