import type { ShareFile, ShareRow } from '@clusterdesk/contracts';
import { MountedPaths } from '../../platform/file-space/mounted-paths.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { ListedReceivers, ListedShare } from './listing/share-list.repository.js';
import { stateOf } from './share.policy.js';
import type { SharedEntry } from './share.repository.js';

/** An entry of a share, and whether it is gone. */
export interface ShownEntry extends SharedEntry {
  isMissing: boolean;
}

/** What is known about a share besides its row. */
export interface ShareFacts {
  /** The first of them. */
  entries: readonly ShownEntry[];
  /** The total. */
  entryCount: number;
  /** Null: it is presented to a receiver. */
  receivers: ListedReceivers | null;
  ownerMayShare: boolean;
  /** Whether the platform lets people without an account add to drop boxes. */
  visitorsMayAdd: boolean;
  /** All of its entries are gone. */
  isMissing: boolean;
  now: Date;
  timeZone: string;
}

/**
 * A share as it leaves the server. Its owner sees the paths of the entries, the code, and the receivers; a receiver sees the
 * names at its top, and nothing about the folders around them.
 */
export function toShareRow(share: ListedShare, facts: ShareFacts): ShareRow {
  const { receivers, timeZone, now } = facts;
  const isOwn = receivers !== null;
  const names = new MountedPaths(facts.entries.map(({ path }) => path)).names();
  const fileVos = facts.entries.map((entry, index): ShareFile => {
    const name = names[index] ?? '';
    return {
      path: isOwn ? entry.path : `/${name}`,
      localPath: name,
      directory: entry.isDirectory,
      isMissing: entry.isMissing,
    };
  });
  return {
    id: share.id,
    shareType: share.shareType,
    createTime: wireTime(share.receivedAt ?? share.createdAt, timeZone),
    fileVos,
    entries: facts.entryCount,
    sharePaths: fileVos.map(({ path }) => ({ sharePathKey: { path } })),
    shareUser: share.owner,
    state: stateOf(share, facts.ownerMayShare, facts.isMissing, now),
    isDropBox: share.isDropBox,
    canDownload: share.canDownload,
    expirationTime: share.expiresAt && share.expiresAt.getTime(),
    verification: isOwn ? share.verification : null,
    own: receivers && {
      users: receivers.users,
      userCount: receivers.count,
      downloadLimit: share.downloadLimit,
      downloads: share.downloads,
      lastVisitTime: share.lastVisitAt && wireTime(share.lastVisitAt, timeZone),
      visitors: share.forVisitors
        ? {
            isOpen: facts.visitorsMayAdd,
            title: share.visitorTitle,
            maxBytes: share.visitorMaxBytes,
            maxFiles: share.visitorMaxFiles,
            bytes: share.visitorBytes,
            files: share.visitorFiles,
          }
        : null,
    },
  };
}
