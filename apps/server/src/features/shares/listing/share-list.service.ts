import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type EndpointResult,
  type endpoints,
  type ShareRow,
  type UserOption,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { notAllowed } from '../../../platform/http/access/access.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { isExpired, mayReceive, mayShare } from '../share.policy.js';
import { toShareRow, type ShownEntry } from '../share.presenter.js';
import { ShareRepository, type SharedEntry } from '../share.repository.js';
import { visitorDropBoxes } from '../visitors/visitor.settings.js';
import { MissingEntries } from './missing-entries.service.js';
import {
  inDetail,
  inLists,
  ShareListRepository,
  type EntryCount,
  type Extent,
  type ListedShare,
  type ListName,
} from './share-list.repository.js';

/** Which list, and which part of it. */
type ShareListInput = EndpointParams<typeof endpoints.shares.list>;

/** With more shares than this, it is not checked whether their entries exist. */
const lookedAtShares = 100;

/** The lists of shares, as their owner and their receivers have them. */
@Injectable()
export class ShareListService {
  constructor(
    private readonly lists: ShareListRepository,
    private readonly shares: ShareRepository,
    private readonly missing: MissingEntries,
    private readonly rights: UserRights,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  /** A part of the caller's own shares, or of those received, newest first. @throws DomainError 403 without that page */
  async list(caller: Principal, input: ShareListInput): Promise<ShareRow[]> {
    const name = listOf(caller, input);
    const { search = '', pageNum = 0, size = limits.maxPageSize } = input;
    const shares = await this.lists.list(name, {
      userId: caller.userId,
      search,
      offset: pageNum * size,
      size,
    });
    return this.present(caller, shares, inLists);
  }

  /** The same with the number of all of them. @throws DomainError 403 without that page */
  async page(
    caller: Principal,
    input: ShareListInput,
  ): Promise<{ data: ShareRow[]; total: number }> {
    const name = listOf(caller, input);
    const [data, total] = await Promise.all([
      this.list(caller, input),
      this.lists.count(name, { userId: caller.userId, search: input.search ?? '' }),
    ]);
    return { data, total };
  }

  /** One share with all of its entries. @throws ShareNotFoundError unless the caller made or received it */
  async get(caller: Principal, id: string): Promise<ShareRow> {
    const share =
      (mayShareOwn(caller) ? await this.lists.find('mine', caller.userId, id) : null) ??
      (mayReceive(caller) ? await this.lists.find('received', caller.userId, id) : null);
    const [row] = share === null ? [] : await this.present(caller, [share], inDetail);
    if (!row) {
      throw new ShareNotFoundError();
    }
    return row;
  }

  /** The caller's own live shares that give an entry of the disk, each with what it is in them; the newest, and how many there are. */
  async listContaining(
    caller: Principal,
    path: string,
  ): Promise<EndpointResult<typeof endpoints.shares.containing>> {
    const { shares, total } = await this.lists.listContaining(
      caller.userId,
      path,
      limits.sharesOfEntry,
    );
    const rows = await this.present(caller, shares, inLists);
    return {
      data: rows.map((row, index) => ({ ...row, through: shares[index]?.through ?? path })),
      total,
    };
  }

  /** The active users whom the caller shared with last, newest first. */
  listRecentReceivers({ userId }: Principal): Promise<UserOption[]> {
    return this.lists.listRecentReceivers(userId, limits.recentReceivers);
  }

  private async present(
    caller: Principal,
    shares: readonly ListedShare[],
    extent: Extent,
  ): Promise<ShareRow[]> {
    if (shares.length === 0) {
      return [];
    }
    const now = new Date();
    const ids = shares.map(({ id }) => id);
    const own = shares.filter(({ ownerId }) => ownerId === caller.userId).map(({ id }) => id);
    const [paths, receivers, owners, visitorsMayAdd] = await Promise.all([
      this.shares.listPaths(ids, extent.paths),
      own.length === 0 ? null : this.lists.listReceivers(own, extent.users),
      this.rights.findAll([...new Set(shares.map(({ ownerId }) => ownerId))]),
      this.settings.get(visitorDropBoxes),
    ]);
    const entriesOf = groupBy(paths, ({ shareId }) => shareId);
    const long = [...entriesOf].filter(([, { length }]) => length >= extent.paths);
    const counted = long.length === 0 ? [] : await this.lists.countPaths(long.map(([id]) => id));
    const counts = new Map(counted.map((count) => [count.shareId, count]));
    const sharing = new Set(shares.filter(({ ownerId }) => mayShare(owners.get(ownerId) ?? null)));
    const live = shares.filter((share) => sharing.has(share) && !isExpired(share, now));
    const gone = await this.missing.find(
      live.length > lookedAtShares ? [] : live.flatMap(({ id }) => entriesOf.get(id) ?? []),
    );
    return shares.map((share) => {
      const entries = (entriesOf.get(share.id) ?? []).map((entry): ShownEntry => ({
        ...entry,
        isMissing: entry.trashId !== null || gone.has(entry),
      }));
      const count = counts.get(share.id);
      return toShareRow(share, {
        entries,
        entryCount: count?.entries ?? entries.length,
        receivers:
          share.ownerId === caller.userId
            ? (receivers?.get(share.id) ?? { users: [], count: 0 })
            : null,
        ownerMayShare: sharing.has(share),
        visitorsMayAdd,
        isMissing: entries.every((entry) => entry.isMissing) && isRestMissing(entries, count),
        now,
        timeZone: this.config.timeZone,
      });
    });
  }
}

/** Whether all entries that are not shown are known to be gone. @param count undefined: all are shown */
function isRestMissing(shown: readonly SharedEntry[], count: EntryCount | undefined): boolean {
  const trashed = shown.filter(({ trashId }) => trashId !== null).length;
  return count === undefined || count.trashed - trashed === count.entries - shown.length;
}

/** Users see their own shares while they may share. */
function mayShareOwn(caller: Principal): boolean {
  return caller.isSystemAdministrator || caller.permissions.has('shares.send');
}

function listOf(caller: Principal, { isMe }: ShareListInput): ListName {
  const isMine = isMe === '1';
  if (isMine ? !mayShareOwn(caller) : !mayReceive(caller)) {
    throw notAllowed();
  }
  return isMine ? 'mine' : 'received';
}
