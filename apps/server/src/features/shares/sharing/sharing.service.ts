import { Injectable } from '@nestjs/common';
import {
  limits,
  shareReceivedNotice,
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
import { loggedEntries } from '../../../platform/http/logged-values.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { refusalOf } from '../../spaces/space.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { ShareListService } from '../listing/share-list.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { VisitorsNeedDropBoxLinkError, VisitorsOffError } from '../visitors/visitor.errors.js';
import { visitorDropBoxes } from '../visitors/visitor.settings.js';
import { readExpiration, readNewShare, readUsers, type NewShare } from './new-share.js';
import {
  DropBoxNeedsFolderError,
  NotOfThisShareTypeError,
  ShareUserUnknownError,
  TooManySharesError,
} from './sharing.errors.js';
import { SharingRepository, type ChangedShare, type NewEntry } from './sharing.repository.js';

type EditInput = EndpointParams<typeof endpoints.shares.edit>;

/** Bounds how many shares a user sends per minute: receivers are not asked for consent. Links have no receivers at first. */
const givingLimit: RateLimit = { name: 'shares', points: limits.sharesPerMinute, seconds: 60 };

/** Entries of one new share checked at a time. */
const atOnce = 8;

/** Sharing: what may be shared with whom, and what can be changed in a share. */
@Injectable()
export class SharingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SharingRepository,
    private readonly access: SpaceAccess,
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
    private readonly rates: RateLimits,
    private readonly audit: AuditTrail,
    private readonly lists: ShareListService,
    private readonly news: ShareEventPublisher,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  /** Shares entries of the caller's disk. @throws DomainError for what may not be shared, or not in this way */
  async add(
    caller: Principal,
    input: EndpointParams<typeof endpoints.shares.add>,
  ): Promise<ShareRow> {
    const share = readNewShare(caller.userId, input, this.clock());
    await this.assertVisitorsMayAdd(share.forVisitors);
    await this.countGiving(caller, share.userIds);
    const entries = await this.lookAt(caller, share);
    await this.dataSource.transaction(async (manager) => {
      if ((await this.repository.lockOwner(manager, caller.userId)) >= limits.sharesPerUser) {
        throw new TooManySharesError();
      }
      await this.repository.insert(manager, caller.userId, share, entries);
      const { id, isDropBox, canDownload, expiresAt, downloadLimit, forVisitors } = share;
      const name = entries[0]?.path.split('/').at(-1) ?? '';
      const receivers = await this.give(
        manager,
        caller,
        { id, name, entries: entries.length, isDropBox },
        share.userIds,
      );
      await this.audit.record(manager, {
        target: { type: 'share', id, name },
        details: {
          isLink: share.shareType === shareTypes.link,
          entries: entries.length,
          receivers,
          expiresAt,
          downloadLimit,
          isDropBox,
          canDownload,
          ...(forVisitors && { forVisitors }),
        },
      });
    });
    await this.news.changed(caller.userId, [share.id]);
    return this.lists.get(caller, share.id);
  }

  /**
   * Replaces users, expiry, download limit, whether receivers may download, or what visitors may add; absent fields stay as they are. The row is locked
   * meanwhile, so that of two changes at a time the second builds on the first.
   * @throws ShareNotFoundError for a share of another user
   */
  async edit(caller: Principal, input: EditInput): Promise<ShareRow> {
    await this.countGiving(caller, input.users ?? []);
    await this.assertVisitorsMayAdd(input.forVisitors ?? false);
    const removed = await this.dataSource.transaction(async (manager) => {
      const [share] = await this.repository.lockOwn(manager, caller.userId, [input.id]);
      if (!share) {
        throw new ShareNotFoundError();
      }
      assertOfItsType(share, input);
      const values = await this.changeValues(manager, share, input);
      const users = await this.changeUsers(manager, caller, share, input);
      await this.audit.record(manager, {
        target: { type: 'share', id: share.id, name: share.name },
        details: { ...values, ...users?.details },
      });
      return users?.removed ?? [];
    });
    await this.news.changed(caller.userId, [input.id]);
    if (input.canDownload === false || input.forVisitors === false) {
      this.news.rightsChanged(input.id);
    }
    if (removed.length > 0) {
      this.news.ended(input.id, removed);
    }
    return this.lists.get(caller, input.id);
  }

  /** @returns the values before and after, for the log; null when none is given */
  private async changeValues(
    manager: EntityManager,
    share: ChangedShare,
    { expirationTime, downloadLimit, canDownload, ...input }: EditInput,
  ): Promise<{ before: object; after: object } | null> {
    const { forVisitors, visitorTitle, visitorMaxBytes, visitorMaxFiles } = input;
    const after = {
      ...(forVisitors !== undefined && { forVisitors }),
      // Nobody said anything of an older share, and without limits it would take all.
      ...(forVisitors === true &&
        !share.forVisitors && {
          visitorMaxBytes: share.visitorMaxBytes ?? limits.visitorBytes,
          visitorMaxFiles: share.visitorMaxFiles ?? limits.visitorFiles,
        }),
      ...(visitorTitle !== undefined && { visitorTitle: visitorTitle || null }),
      ...(visitorMaxBytes !== undefined && { visitorMaxBytes }),
      ...(visitorMaxFiles !== undefined && { visitorMaxFiles }),
      ...(expirationTime !== undefined && {
        expiresAt: readExpiration(expirationTime, this.clock()),
      }),
      ...(downloadLimit !== undefined && { downloadLimit }),
      ...(canDownload !== undefined && { canDownload }),
    };
    if (Object.keys(after).length === 0) {
      return null;
    }
    await this.repository.update(manager, share.id, {
      ...after,
      ...(after.expiresAt && { isExpiryTold: false }),
    });
    const before = Object.entries(share).filter(([name]) => name in after);
    return { before: Object.fromEntries(before), after };
  }

  private async changeUsers(
    manager: EntityManager,
    caller: Principal,
    share: ChangedShare,
    input: EditInput,
  ): Promise<{ removed: string[]; details: object } | null> {
    if (!input.users) {
      return null;
    }
    const wanted = readUsers(caller.userId, input.users);
    const receivers = await this.repository.receiversOf(manager, [share.id]);
    const held = receivers.map(({ userId }) => userId);
    const removed = held.filter((id) => !wanted.includes(id));
    const added = wanted.filter((id) => !held.includes(id));
    const details = {
      added: await this.give(manager, caller, share, added),
      removed: someOf(await this.repository.userNames(manager, removed)),
    };
    await this.repository.removeReceivers(manager, share.id, removed);
    return { removed, details };
  }

  /** Adds receivers, each of whom gets a notification after the commit. @returns who, for the log */
  private async give(
    manager: EntityManager,
    caller: Principal,
    { id, name, entries, isDropBox }: Pick<ChangedShare, 'id' | 'name' | 'entries' | 'isDropBox'>,
    userIds: readonly string[],
  ): Promise<ReturnType<typeof someOf>> {
    const active = await this.accounts.listActive(manager, userIds);
    if (active.length !== userIds.length) {
      throw new ShareUserUnknownError();
    }
    if (userIds.length > 0) {
      await this.repository.addReceivers(manager, id, userIds);
      const { displayName: sharer } = await this.accounts.getSubject(manager, caller.userId);
      const notice = { shareId: id, sharer, name, entries, isDropBox };
      const { notifications } = this;
      await notifications.notify(manager, userIds, shareReceivedNotice, notice, caller.userId);
    }
    return someOf(active.map(({ userName }) => userName));
  }

  /** @throws VisitorsOffError when a share is to be opened to visitors, and the platform lets none in */
  private async assertVisitorsMayAdd(isAsked: boolean): Promise<void> {
    if (isAsked && !(await this.settings.get(visitorDropBoxes))) {
      throw new VisitorsOffError();
    }
  }

  /** Before the transaction that gives a share to users. @throws TooManyTriesError */
  private async countGiving({ userId }: Principal, users: readonly unknown[]): Promise<void> {
    if (users.length > 0) {
      await this.rates.consume(givingLimit, userId);
    }
  }

  /** Checks that the entries exist and that the caller may share them; files are read before the transaction. */
  private async lookAt(caller: Principal, { paths, isDropBox }: NewShare): Promise<NewEntry[]> {
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
    return entries;
  }

  private clock(): { now: Date; timeZone: string } {
    return { now: new Date(), timeZone: this.config.timeZone };
  }
}

function assertOfItsType(
  { shareType, isDropBox }: ChangedShare,
  { users, expirationTime, downloadLimit, forVisitors }: EditInput,
): void {
  if (forVisitors && !(isDropBox && shareType === shareTypes.link)) {
    throw new VisitorsNeedDropBoxLinkError();
  }
  const isForeign =
    shareType === shareTypes.link
      ? users !== undefined
      : expirationTime !== undefined || (downloadLimit ?? null) !== null;
  if (isForeign) {
    throw new NotOfThisShareTypeError();
  }
}

/** Users' names for the log: how many, and the first of them. */
const someOf = (userNames: readonly string[]): { count: number; userNames: string[] } => ({
  count: userNames.length,
  userNames: userNames.slice(0, loggedEntries),
});
