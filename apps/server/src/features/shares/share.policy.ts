import type { ShareState } from '@clusterdesk/contracts';
import type { SpaceUser } from '../spaces/space.js';
import { mayUseDisk } from '../disk/disk.policy.js';
import type { StoredShare } from './share.repository.js';

/** Whether a user currently may share. @param owner null: deleted, frozen, or outside the validity period */
export function mayShare(owner: SpaceUser | null): boolean {
  return (
    owner !== null &&
    mayUseDisk(owner) &&
    (owner.isSystemAdministrator || owner.permissions.has('shares.send'))
  );
}

/** Whether a user may receive shares. */
export function mayReceive(
  user: Pick<SpaceUser, 'isSystemAdministrator' | 'permissions'>,
): boolean {
  return user.isSystemAdministrator || user.permissions.has('shares.receive');
}

/** Whether it has expired. */
export function isExpired({ expiresAt }: Pick<StoredShare, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Whether a link has reached its download limit. */
export function isUsedUp({
  downloadLimit,
  downloads,
}: Pick<StoredShare, 'downloadLimit' | 'downloads'>): boolean {
  return downloadLimit !== null && downloads >= downloadLimit;
}

/**
 * The state of a share.
 * @param isMissing whether all of its entries are gone
 */
export function stateOf(
  share: Pick<StoredShare, 'expiresAt' | 'downloadLimit' | 'downloads'>,
  ownerMayShare: boolean,
  isMissing: boolean,
  now: Date,
): ShareState {
  if (isExpired(share, now)) {
    return 'expired';
  }
  if (!ownerMayShare) {
    return 'unavailable';
  }
  if (isMissing) {
    return 'missing';
  }
  return isUsedUp(share) ? 'usedUp' : 'active';
}
