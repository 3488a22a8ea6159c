import { Injectable } from '@nestjs/common';
import { limits, type ShareRow } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { notAllowed } from '../../../platform/http/access/access.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { isExpired, mayReceive, mayShare } from '../share.policy.js';
import { toShareRow, type ShownEntry } from '../share.presenter.js';
import { MissingEntries } from './missing-entries.service.js';
import {
  inDetail,
  inLists,
  ShareListRepository,
  type Extent,
  type ListedPath,
  type ListedShare,
  type ListName,
} from './share-list.repository.js';

/** What a call asks for: whose list, which part of it. */
export interface ShareListInput {
  isMe: '1' | '2';
  search?: string | undefined;
  pageNum?: number | undefined;
  size?: number | undefined;
}

/** Of so many shares at most it is looked whether their entries are really there. */
const lookedAtShares = 100;

/** The lists of shares, as their owner and their receivers have them. */
@Injectable()
export class ShareListService {
  constructor(
    private readonly lists: ShareListRepository,
    private readonly missing: MissingEntries,
    private readonly rights: UserRights,
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

  /** One share with all of its entries. @throws ShareNotFoundError for whoever neither made nor has it */
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
    const [paths, receivers, owners] = await Promise.all([
      this.lists.listPaths(ids, extent.paths),
      own.length === 0 ? null : this.lists.listReceivers(own, extent.users),
      this.rights.findAll([...new Set(shares.map(({ ownerId }) => ownerId))]),
    ]);
    const entriesOf = groupBy(paths, ({ shareId }) => shareId);
    const counts = await this.countLong(entriesOf, extent.paths);
    const sharing = new Set(shares.filter(({ ownerId }) => mayShare(owners.get(ownerId) ?? null)));
    const gone = await this.findGone(
      shares.filter((share) => sharing.has(share) && !isExpired(share, now)),
      entriesOf,
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
        isMissing: entries.every((entry) => entry.isMissing) && isRestMissing(entries, count),
        now,
        timeZone: this.config.timeZone,
      });
    });
  }

  /** Of the shares with more entries than are shown. */
  private async countLong(
    entriesOf: ReadonlyMap<string, readonly ListedPath[]>,
    most: number,
  ): Promise<Map<string, { entries: number; trashed: number }>> {
    const long = [...entriesOf].filter(([, { length }]) => length >= most).map(([id]) => id);
    const counts = long.length === 0 ? [] : await this.lists.countPaths(long);
    return new Map(counts.map((count) => [count.shareId, count]));
  }

  private async findGone(
    shares: readonly ListedShare[],
    entriesOf: ReadonlyMap<string, readonly ListedPath[]>,
  ): Promise<Set<ListedPath>> {
    if (shares.length > lookedAtShares) {
      return new Set();
    }
    const wanted = new Map(
      shares.flatMap(({ id, ownerId }) =>
        (entriesOf.get(id) ?? []).map((entry) => [{ ...entry, ownerId }, entry] as const),
      ),
    );
    const missing = await this.missing.find([...wanted.keys()]);
    return new Set([...wanted].filter(([entry]) => missing.has(entry)).map(([, entry]) => entry));
  }
}

/** Whether the entries that are not shown are all known to be gone. @param count undefined: all are shown */
function isRestMissing(
  shown: readonly ListedPath[],
  count: { entries: number; trashed: number } | undefined,
): boolean {
  const trashed = shown.filter(({ trashId }) => trashId !== null).length;
  return count === undefined || count.trashed - trashed === count.entries - shown.length;
}

/** Of one's own shares one sees as long as one may share. */
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
