import {
  shareTypes,
  type endpoints,
  type EndpointAnswer,
  type UserOption,
} from '@clusterdesk/contracts';

/** A share as the server answers it. */
export type WireShare = EndpointAnswer<typeof endpoints.shares.detail>;
export type WireOwn = NonNullable<WireShare['own']>;

const dayMs = 24 * 60 * 60_000;

export const userOf = (id: number, realName: string | null = null): UserOption => ({
  id: String(id),
  userName: `user${id}`,
  realName,
});

export const ownOf = (more: Partial<WireOwn> = {}): WireOwn => ({
  users: [],
  userCount: 0,
  downloadLimit: null,
  downloads: 0,
  lastVisitTime: null,
  visitors: null,
  ...more,
});

const fileAt = (path: string, isMissing = false): WireShare['fileVos'][number] => ({
  path,
  localPath: path.slice(path.lastIndexOf('/') + 1),
  directory: false,
  isMissing,
});

/** A link to entries of a disk; what has a `!` at its end is missing. */
export function linkShare(id: string, paths: string[], more: Partial<WireShare> = {}): WireShare {
  return {
    id,
    shareType: shareTypes.link,
    createTime: '2026-11-22 05:00:00',
    fileVos: paths.map((path) => fileAt(path.replace(/!$/, ''), path.endsWith('!'))),
    entries: paths.length,
    sharePaths: paths.map((path) => ({ sharePathKey: { path } })),
    shareUser: userOf(9),
    state: 'active',
    isDropBox: false,
    canDownload: true,
    expirationTime: Date.now() + 6.5 * dayMs,
    verification: 'K7M2PX',
    own: ownOf(),
    ...more,
  };
}

/** The same, shared with users. */
export const userShare = (id: string, paths: string[], users: UserOption[]): WireShare =>
  linkShare(id, paths, {
    shareType: shareTypes.users,
    expirationTime: null,
    verification: null,
    own: ownOf({ users, userCount: users.length }),
  });
