import { Injectable } from '@nestjs/common';
import { limits, shareTypes, type UserOption } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { wantedPaths, withFound } from '../../spaces/entries/entry-sql.js';
import { isActive } from '../../users/rights/rights-sql.js';
import { userOption } from '../../users/user-option-sql.js';
import type { ShareEntity } from '../share.entity.js';

/** A share as lists have it, without its entries and receivers. */
export type ListedShare = Omit<ShareEntity, 'isExpiryTold'> & {
  owner: UserOption;
  /** When the receiver got it; null in the owner's list. */
  receivedAt: Date | null;
};

/** Which part of which list. */
export interface ListQuery {
  userId: string;
  /** A part of a name; '' for all. */
  search: string;
  offset: number;
  size: number;
}

/** How many entries a share has, and how many of them lie in the trash. */
export interface EntryCount {
  shareId: string;
  entries: number;
  trashed: number;
}

/** The first receivers of a share, and how many there are. */
export interface ListedReceivers {
  users: UserOption[];
  count: number;
}

const columns = `share.id, share.owner_id AS "ownerId", share.share_type AS "shareType", share.verification,
  share.expires_at AS "expiresAt", share.is_drop_box AS "isDropBox", share.can_download AS "canDownload",
  share.download_limit AS "downloadLimit",
  share.for_visitors AS "forVisitors", share.visitor_title AS "visitorTitle",
  share.visitor_max_bytes::float8 AS "visitorMaxBytes", share.visitor_max_files AS "visitorMaxFiles",
  share.visitor_bytes::float8 AS "visitorBytes", share.visitor_files AS "visitorFiles",
  share.downloads, share.last_visit_at AS "lastVisitAt", share.created_at AS "createdAt",
  ${userOption('owner')} AS owner`;

/** SQL: the name of an entry of the share matches. */
const entryMatches = `EXISTS (SELECT FROM share_path LEFT JOIN space_entry AS entry ON entry.id = entry_id
  WHERE share_id = share.id AND coalesce(entry.name, split_part(path, '/', -1)) ILIKE $2)`;
const ownerMatches = '(owner.user_name ILIKE $2 OR owner.real_name ILIKE $2)';

/** For each list: its source, what a search compares, its order. `$1` is the user, `$2` the pattern or null. */
const lists = {
  mine: {
    from: 'share JOIN user_account owner ON owner.id = share.owner_id',
    where: 'share.owner_id = $1',
    matches: entryMatches,
    receivedAt: 'NULL::timestamptz',
    order: 'share.created_at DESC, share.id DESC',
  },
  received: {
    from: `share_receiver receiver JOIN share ON share.id = receiver.share_id
      JOIN user_account owner ON owner.id = share.owner_id`,
    where: `receiver.user_id = $1 AND NOT receiver.has_left
      AND (share.expires_at IS NULL OR share.expires_at > now())`,
    matches: `(${ownerMatches} OR ${entryMatches})`,
    receivedAt: 'receiver.created_at',
    order: 'receiver.created_at DESC, share.id DESC',
  },
} as const;
export type ListName = keyof typeof lists;

/** The lists of shares; details are read for a whole page together. */
@Injectable()
export class ShareListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of a list, newest first. */
  list(name: ListName, query: ListQuery): Promise<ListedShare[]> {
    const { from, receivedAt, order } = lists[name];
    return this.dataSource.query<ListedShare[]>(
      `SELECT ${columns}, ${receivedAt} AS "receivedAt" FROM ${from} WHERE ${conditionOf(name)}
       ORDER BY ${order} OFFSET $3 LIMIT $4`,
      [query.userId, patternOf(query), query.offset, query.size],
    );
  }

  /** The total of a list. */
  async count(name: ListName, query: Pick<ListQuery, 'userId' | 'search'>): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${lists[name].from} WHERE ${conditionOf(name)}`,
      [query.userId, patternOf(query)],
    );
    return row?.count ?? 0;
  }

  /** One share of a list; null when it is not in it. */
  async find(name: ListName, userId: string, id: string): Promise<ListedShare | null> {
    const { from, where, receivedAt } = lists[name];
    const [row] = await this.dataSource.query<ListedShare[]>(
      `SELECT ${columns}, ${receivedAt} AS "receivedAt" FROM ${from} WHERE ${where} AND share.id = $2`,
      [userId, id],
    );
    return row ?? null;
  }

  /**
   * The live shares of an owner that have an entry or a folder above it, newest first, each with the nearest of these paths, and
   * how many there are.
   */
  async listContaining(
    ownerId: string,
    path: string,
    most: number,
  ): Promise<{ shares: (ListedShare & { through: string })[]; total: number }> {
    const wanted = wantedPaths({ space: 'disk', spaceId: ownerId }, [path]);
    // A folder is numbered before what is in it.
    const rows = await this.dataSource.query<(ListedShare & { node: number; total: number })[]>(
      `${withFound}
       SELECT ${columns}, NULL::timestamptz AS "receivedAt", node, count(*) OVER ()::int AS total
       FROM ${lists.mine.from}
         JOIN (SELECT share_id, max(node) AS node FROM found JOIN share_path ON entry_id = found.id
               GROUP BY share_id) AS giving ON giving.share_id = share.id
       WHERE share.owner_id = $6 AND (share.expires_at IS NULL OR share.expires_at > now())
       ORDER BY ${lists.mine.order} LIMIT $7`,
      [...wanted.parameters, ownerId, most],
    );
    return {
      shares: rows.map(({ node, total: _, ...share }) => ({
        ...share,
        through: wanted.paths[node] ?? path,
      })),
      total: rows[0]?.total ?? 0,
    };
  }

  countPaths(shareIds: readonly string[]): Promise<EntryCount[]> {
    return this.dataSource.query<EntryCount[]>(
      `SELECT share_id AS "shareId", count(*)::int AS entries, count(trash_id)::int AS trashed
       FROM shared_entry WHERE share_id = ANY($1) GROUP BY share_id`,
      [shareIds],
    );
  }

  /** The first `most` receivers of each of these shares, and how many there are. */
  async listReceivers(
    shareIds: readonly string[],
    most: number,
  ): Promise<Map<string, ListedReceivers>> {
    const rows = await this.dataSource.query<(ListedReceivers & { shareId: string })[]>(
      `SELECT given.id AS "shareId", users, CASE WHEN json_array_length(users) < $2 THEN json_array_length(users)
         ELSE (SELECT count(*)::int FROM share_receiver WHERE share_id = given.id AND NOT has_left) END AS count
       FROM unnest($1::text[]) AS given (id) CROSS JOIN LATERAL (
         SELECT coalesce(json_agg(${userOption('person')} ORDER BY first.created_at, person.id), '[]') AS users
         FROM (SELECT user_id, created_at FROM share_receiver WHERE share_id = given.id AND NOT has_left
               ORDER BY created_at, user_id LIMIT $2) AS first
           JOIN user_account AS person ON person.id = first.user_id) AS receivers`,
      [shareIds, most],
    );
    return new Map(rows.map(({ shareId, ...receivers }) => [shareId, receivers]));
  }

  /**
   * The active users among those whom the owner chose last, newest first. Looks at the newest shares alone, and at the newest
   * receivers of each: a call costs the same however much somebody shares.
   */
  listRecentReceivers(ownerId: string, most: number): Promise<UserOption[]> {
    return this.dataSource.query<UserOption[]>(
      `SELECT account.id, account.user_name AS "userName", account.real_name AS "realName"
       FROM (
         SELECT user_id, max(given.created_at) AS given_at
         FROM (SELECT id FROM share WHERE owner_id = $1 AND share_type = $2
               ORDER BY created_at DESC LIMIT $3) AS newest
           CROSS JOIN LATERAL (
             SELECT user_id, created_at FROM share_receiver WHERE share_id = newest.id
             ORDER BY created_at DESC, user_id LIMIT $4) AS given
         GROUP BY user_id) AS chosen
         JOIN user_account AS account ON account.id = chosen.user_id
       WHERE ${isActive} ORDER BY given_at DESC, account.id LIMIT $5`,
      [ownerId, shareTypes.users, newestShares, newestReceivers, most],
    );
  }
}

/** Shares, and receivers of each, among which those are found whom somebody shared with last. */
const newestShares = 50;
const newestReceivers = 20;

const conditionOf = (name: ListName): string =>
  `${lists[name].where} AND ($2::text IS NULL OR ${lists[name].matches})`;

const patternOf = ({ search }: { search: string }): string | null =>
  search === '' ? null : containsPattern(search);

/** How much of each share a list shows. */
export const inLists = { paths: limits.shareFilesInList, users: limits.shareUsersInList };
/** How much the answer about one share shows. */
export const inDetail = { paths: limits.shareMaxPaths, users: limits.shareMaxUsers };
export type Extent = typeof inLists | typeof inDetail;
