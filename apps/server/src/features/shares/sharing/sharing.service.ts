import { Injectable } from '@nestjs/common';
import {
  limits,
  shareTypes,
  type EndpointParams,
  type endpoints,
  type ShareRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { Semaphore } from '../../../platform/concurrency.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { refusalOf } from '../../spaces/space.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { ShareListService } from '../listing/share-list.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { shareTarget, someOf } from './share-target.js';
import { ShareUsers } from './share-users.service.js';
import { readNewShare, type NewShare } from './new-share.js';
import { DropBoxNeedsFolderError, TooManySharesError } from './sharing.errors.js';
import { SharingRepository, type SharedEntry } from './sharing.repository.js';

/** Entries of one new share that are looked at at a time. */
const atOnce = 8;

/** Sharing: what may be shared with whom. */
@Injectable()
export class SharingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SharingRepository,
    private readonly access: SpaceAccess,
    private readonly users: ShareUsers,
    private readonly audit: AuditTrail,
    private readonly lists: ShareListService,
    private readonly news: ShareEventPublisher,
    private readonly config: Config,
  ) {}

  /** Shares entries of the caller's disk. @throws DomainError for what may not be shared, or not so */
  async add(
    caller: Principal,
    input: EndpointParams<typeof endpoints.shares.add>,
  ): Promise<ShareRow> {
    const share = readNewShare(caller.userId, input, {
      now: new Date(),
      timeZone: this.config.timeZone,
    });
    await this.users.countGiving(caller.userId, share.userIds);
    const entries = await this.lookAt(caller, share);
    await this.dataSource.transaction((manager) => this.insert(manager, caller, share, entries));
    await this.news.changed(caller.userId, [share.id]);
    return this.lists.get(caller, share.id);
  }

  private async insert(
    manager: EntityManager,
    caller: Principal,
    share: NewShare,
    entries: readonly SharedEntry[],
  ): Promise<void> {
    const owner = await this.repository.lockOwner(manager, caller.userId);
    if (!owner || owner.shares >= limits.sharesPerUser) {
      throw new TooManySharesError();
    }
    const userNames = await this.users.getActiveNames(manager, share.userIds);
    await this.repository.insert(manager, caller.userId, share, entries);
    const name = nameOf(entries[0]);
    await this.users.tell(manager, caller.userId, share.userIds, {
      shareId: share.id,
      sharer: owner.sharer,
      name,
      entries: entries.length,
      isDropBox: share.isDropBox,
    });
    await this.audit.record(manager, {
      target: shareTarget({ id: share.id, name }),
      details: {
        isLink: share.shareType === shareTypes.link,
        entries: entries.length,
        receivers: someOf(userNames),
        expiresAt: share.expiresAt,
        downloadLimit: share.downloadLimit,
        isDropBox: share.isDropBox,
      },
    });
  }

  /** That the entries are there and the caller's to give; files are looked at before the transaction. */
  private async lookAt(caller: Principal, { paths, isDropBox }: NewShare): Promise<SharedEntry[]> {
    const space = await this.access.openFor(caller, { space: 'disk' }, 'view', paths);
    const refusal = await refusalOf(space, 'download', paths);
    if (refusal) {
      throw refusal;
    }
    const semaphore = new Semaphore(atOnce);
    const entries = await Promise.all(
      paths.map((path) => semaphore.run(() => space.files.stat(path))),
    );
    if (isDropBox && !(entries.length === 1 && entries[0]?.isDirectory)) {
      throw new DropBoxNeedsFolderError();
    }
    return entries.map(({ path, isDirectory }) => ({ path, isDirectory }));
  }
}

const nameOf = (entry: SharedEntry | undefined): string =>
  entry?.path.slice(entry.path.lastIndexOf('/') + 1) ?? '';
