import { Injectable } from '@nestjs/common';
import {
  shareTypes,
  type EndpointParams,
  type endpoints,
  type ShareRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { ShareListService } from '../listing/share-list.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { readExpiration, readUsers } from './new-share.js';
import { shareTarget, someOf } from './share-target.js';
import { ShareUsers } from './share-users.service.js';
import { NotOfThisShareTypeError } from './sharing.errors.js';
import { SharingRepository, type ChangedShare } from './sharing.repository.js';

type EditInput = EndpointParams<typeof endpoints.shares.edit>;

/** What a change of the users came to. */
interface UserChange {
  added: string[];
  removed: string[];
}

/** Changes a share of the own. The row is locked meanwhile: of two changes at a time the second builds on the first. */
@Injectable()
export class ShareEditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SharingRepository,
    private readonly users: ShareUsers,
    private readonly audit: AuditTrail,
    private readonly lists: ShareListService,
    private readonly news: ShareEventPublisher,
    private readonly config: Config,
  ) {}

  /** Replaces users, time or number of downloads; what is absent stays. @throws ShareNotFoundError for a share of others */
  async edit(caller: Principal, input: EditInput): Promise<ShareRow> {
    await this.users.countGiving(caller.userId, input.users ?? []);
    const { removed } = await this.dataSource.transaction(async (manager) => {
      const [share] = await this.repository.lockOwn(manager, caller.userId, [input.id]);
      if (!share) {
        throw new ShareNotFoundError();
      }
      assertOfItsType(share, input);
      const after = await this.changeLink(manager, share, input);
      const users = await this.changeUsers(manager, caller, share, input);
      await this.audit.record(manager, {
        target: shareTarget(share),
        details: {
          ...(after && { before: pick(share, after), after }),
          ...(users && {
            added: someOf(await this.repository.userNames(manager, users.added)),
            removed: someOf(await this.repository.userNames(manager, users.removed)),
          }),
        },
      });
      return users ?? { removed: [] };
    });
    await this.news.changed(caller.userId, [input.id]);
    if (removed.length > 0) {
      this.news.ended(input.id, removed);
    }
    return this.lists.get(caller, input.id);
  }

  /** @returns the new values; null when none is given */
  private async changeLink(
    manager: EntityManager,
    share: ChangedShare,
    { expirationTime, downloadLimit }: EditInput,
  ): Promise<Partial<Pick<ChangedShare, 'expiresAt' | 'downloadLimit'>> | null> {
    const after = {
      ...(expirationTime !== undefined && {
        expiresAt: readExpiration(expirationTime, {
          now: new Date(),
          timeZone: this.config.timeZone,
        }),
      }),
      ...(downloadLimit !== undefined && { downloadLimit }),
    };
    if (Object.keys(after).length === 0) {
      return null;
    }
    await this.repository.update(manager, share.id, {
      ...after,
      ...(after.expiresAt && { isExpiryTold: false }),
    });
    return after;
  }

  private async changeUsers(
    manager: EntityManager,
    caller: Principal,
    share: ChangedShare,
    input: EditInput,
  ): Promise<UserChange | null> {
    if (!input.users) {
      return null;
    }
    const wanted = readUsers(caller.userId, input.users);
    const receivers = await this.repository.receiversOf(manager, [share.id]);
    const held = receivers.map(({ userId }) => userId);
    const added = wanted.filter((id) => !held.includes(id));
    const removed = held.filter((id) => !wanted.includes(id));
    await this.users.getActiveNames(manager, added);
    await this.repository.addReceivers(manager, share.id, added);
    await this.repository.removeReceivers(manager, share.id, removed);
    if (added.length > 0) {
      await this.users.tell(
        manager,
        caller.userId,
        added,
        await this.repository.noticeOf(manager, share),
      );
    }
    return { added, removed };
  }
}

function assertOfItsType(
  { shareType }: ChangedShare,
  { users, expirationTime, downloadLimit }: EditInput,
): void {
  const isForeign =
    shareType === shareTypes.link
      ? users !== undefined
      : expirationTime !== undefined || (downloadLimit ?? null) !== null;
  if (isForeign) {
    throw new NotOfThisShareTypeError();
  }
}

/** The values of the same names as they were. */
function pick(
  { expiresAt, downloadLimit }: ChangedShare,
  after: object,
): Partial<Pick<ChangedShare, 'expiresAt' | 'downloadLimit'>> {
  return {
    ...('expiresAt' in after && { expiresAt }),
    ...('downloadLimit' in after && { downloadLimit }),
  };
}
