import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { splitPath, joinPath } from '../../../platform/file-space/space-path.js';
import { VirtualRoot } from '../../../platform/file-space/virtual-root.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import { NotAllowedInSpaceError } from '../../spaces/space.errors.js';
import { UnsettledPaths } from '../../spaces/operations/unsettled-paths.js';
import { keyOf, type SpaceKey } from '../../spaces/space-key.js';
import {
  allowed,
  SpaceProvider,
  type Decision,
  type Space,
  type SpaceAction,
  type SpaceUser,
} from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import {
  ShareDropBoxError,
  ShareNotFoundError,
  ShareUnavailableError,
  ShareViewOnlyError,
} from '../share.errors.js';
import { isExpired, mayReceive, mayShare } from '../share.policy.js';
import { ShareRepository, type ShareAccess } from '../share.repository.js';
import { VisitorBoxes } from '../visitors/visitor-boxes.service.js';
import { readVisitorSpace, visitorSpaceId, type VisitorSpace } from '../visitors/visitor-space.js';
import { ShareVisits } from '../visits/share-visits.service.js';
import { DropBoxFiles } from './drop-box-files.js';

/** The form of ids: 128 bits in base64url. Anything else is not an id. */
const idPattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * Opens shares: entries of their owner's disk, side by side and read-only, while the share has not ended, its owner may share and
 * the user has it. Decides anew each time. For its receivers a drop box is a folder in which they see nothing.
 */
@Injectable()
export class ShareSpaceProvider extends SpaceProvider {
  constructor(
    private readonly shares: ShareRepository,
    private readonly rights: UserRights,
    private readonly disks: DiskSpaceProvider,
    private readonly visits: ShareVisits,
    private readonly boxes: VisitorBoxes,
  ) {
    super();
  }

  /** @throws ShareNotFoundError, ShareUnavailableError */
  async open(user: SpaceUser, ref: SpaceRef): Promise<Space> {
    const { spaceId } = keyOf(user, ref);
    const visited = readVisitorSpace(spaceId);
    if (visited) {
      return this.openForVisitor(user, visited);
    }
    const share = idPattern.test(spaceId)
      ? await this.shares.findAccess(spaceId, user.userId)
      : null;
    const isOwner = share?.ownerId === user.userId;
    if (!share || isExpired(share, new Date()) || !(isOwner || mayHave(user, share))) {
      throw new ShareNotFoundError();
    }
    const owner = isOwner ? user : await this.rights.find(share.ownerId);
    if (!owner || !mayShare(owner)) {
      throw new ShareUnavailableError();
    }
    const settled = isOwner ? share : withoutUnsettled(share);
    if (share.isDropBox && !isOwner) {
      return {
        ...(await this.openDropBox(owner, settled, share.id)),
        noteUpload: (path) => this.visits.uploaded(share, { user }, path),
      };
    }
    return {
      ...(await this.openEntries(owner, settled, isOwner || share.canDownload)),
      ...(isOwner
        ? {}
        : { consume: (manager, use) => this.visits.consume(manager, share, user, use) }),
    };
  }

  override refund(manager: EntityManager, { spaceId }: SpaceKey): Promise<void> {
    return this.visits.refund(manager, spaceId);
  }

  override async releaseUpload(
    manager: EntityManager,
    { spaceId }: SpaceKey,
    sizeBytes: number,
  ): Promise<void> {
    const visited = readVisitorSpace(spaceId);
    if (visited) {
      await this.boxes.release(manager, visited, sizeBytes);
    }
  }

  /** It has no files of its own: the entries are a disk's. */
  filesOf(): Promise<null> {
    return Promise.resolve(null);
  }

  override async hasSpace({ spaceId }: SpaceKey): Promise<boolean> {
    const shareId = readVisitorSpace(spaceId)?.shareId ?? spaceId;
    const share = await this.shares.findAccess(shareId, null);
    return share !== null && !isExpired(share, new Date());
  }

  private async openEntries(
    owner: SpaceUser,
    share: ShareAccess,
    mayTake: boolean,
  ): Promise<Space> {
    const disk = await this.disks.openWithoutQuota(owner);
    const paths = share.paths.map(({ path }) => path);
    const gone = share.paths.flatMap(({ isGone }, index) => (isGone ? [index] : []));
    const files = new VirtualRoot(disk.files, paths, new Set(gone));
    return {
      key: { space: 'share', spaceId: share.id },
      files,
      quota: null,
      hasEntryRights: false,
      can: (action, asked) => Promise.resolve(asked.map(() => decideOnShare(action, mayTake))),
      locate: (path) => ({ key: disk.key, path: files.originOf(path) ?? '/' }),
      shownAt: (located) => files.shownAt(located),
    };
  }

  /** The platform itself asks so, on the right of the owner: a visitor has no account. */
  private async openForVisitor(owner: SpaceUser, visited: VisitorSpace): Promise<Space> {
    const { share, visitor } = await this.boxes.open(owner, visited);
    return {
      ...(await this.openDropBox(owner, withoutUnsettled(share), visitorSpaceId(visited))),
      admitUpload: (manager, sizeBytes) => this.boxes.admit(manager, visitor, sizeBytes),
      noteUpload: (path) => this.visits.uploaded(share, { visitor }, path),
    };
  }

  private async openDropBox(owner: SpaceUser, share: ShareAccess, spaceId: string): Promise<Space> {
    const [box] = share.paths;
    if (!box || box.isGone) {
      throw new ShareNotFoundError();
    }
    const disk = await this.disks.open(owner);
    const files = new DropBoxFiles(disk.files.below(box.path));
    return {
      key: { space: 'share', spaceId },
      files,
      quota: disk.quota && { ...disk.quota, isOthers: true },
      note: (deltaBytes) => disk.note?.(deltaBytes) ?? Promise.resolve(),
      hasEntryRights: false,
      can: (action, asked) => Promise.resolve(asked.map(() => decideOnDropBox(action))),
      locate: (path) => ({
        key: disk.key,
        path: splitPath(files.originOf(path)).reduce(joinPath, box.path),
      }),
    };
  }
}

/**
 * For receivers an entry that is just being moved or removed is not there: another one could be at its path. What is overwritten
 * stays shared under its name.
 */
function withoutUnsettled(share: ShareAccess): ShareAccess {
  const unsettled = new UnsettledPaths(share.unsettled.filter(({ kind }) => kind !== 'add'));
  const paths = share.paths.map(({ path, isGone }) => ({
    path,
    isGone: isGone || unsettled.has(path),
  }));
  return { ...share, paths };
}

function mayHave(user: SpaceUser, share: ShareAccess): boolean {
  return share.isReceiver && mayReceive(user);
}

/** To look is one right, to take the content another, as in projects: a preview gives the bytes of a download. */
function decideOnShare(action: SpaceAction, mayTake: boolean): Decision {
  if (action === 'download' && !mayTake) {
    return { isAllowed: false, reason: new ShareViewOnlyError() };
  }
  return action === 'view' || action === 'download'
    ? allowed
    : { isAllowed: false, reason: new NotAllowedInSpaceError(action) };
}

function decideOnDropBox(action: SpaceAction): Decision {
  return action === 'add' ? allowed : { isAllowed: false, reason: new ShareDropBoxError() };
}
