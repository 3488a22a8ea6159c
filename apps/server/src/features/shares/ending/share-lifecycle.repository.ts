import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SharesOfOwners } from '../share-event-publisher.service.js';

/** Links whose time is over and whose windows were not told; the index of them is empty but for links that run. */
const isUntold = 'expires_at <= now() AND NOT is_expiry_told';

/** How long ago a validity may have ended or begun for anybody to be told of it, as SQL. */
const lately = "now() - interval '60 s'";
const hasTurned = (since: string): string =>
  `(expires_at > ${since} AND expires_at <= now() OR effective_from > ${since} AND effective_from <= now())`;

/** Whom the end of shares concerns. */
@Injectable()
export class ShareLifecycleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Whether `listExpired` finds any, or a user's validity has turned lately, as SQL. The smallest time is the first of the index;
   * of a plain EXISTS the planner believes that half of the links match, and reads the table.
   */
  readonly endedCondition = `(coalesce(
      (SELECT min(expires_at) FROM share WHERE NOT is_expiry_told) <= now(), false)
    OR EXISTS (SELECT FROM user_account WHERE ${hasTurned(lately)}))`;

  /**
   * Users whose validity ended or began lately.
   * @param since null, or the `at` of the look before: who turned until then is left out
   * @returns `at` as the database writes it: a `Date` has no microseconds, and who turned in the same millisecond would be found
   * by the next look again
   */
  async listTurned(since: string | null): Promise<{ userIds: string[]; at: string | null }> {
    const [row] = await this.dataSource.query<{ userIds: string[]; at: string }[]>(
      `SELECT now()::text AS at, ARRAY(
         SELECT id FROM user_account WHERE ${hasTurned(`greatest($1::timestamptz, ${lately})`)}
       ) AS "userIds"`,
      [since],
    );
    return row ?? { userIds: [], at: since };
  }

  /** The first of the links that expired and whose windows were not told. */
  listExpired(most: number): Promise<{ id: string; ownerId: string }[]> {
    return this.dataSource.query(
      `SELECT id, owner_id AS "ownerId" FROM share WHERE ${isUntold} ORDER BY expires_at LIMIT $1`,
      [most],
    );
  }

  /** Their windows know. A link that has got more time meanwhile is left out: that one will expire again. */
  async noteTold(ids: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE share SET is_expiry_told = true WHERE id = ANY($1) AND ${isUntold}`,
      [ids],
    );
  }

  /** The shares of these owners that somebody has, and everybody who has one. */
  async sharesOf(
    ownerIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SharesOfOwners> {
    const [shares] = await manager.query<SharesOfOwners[]>(
      `SELECT coalesce(array_agg(DISTINCT share.id), '{}') AS "shareIds",
         coalesce(array_agg(DISTINCT receiver.user_id), '{}') AS "receiverIds"
       FROM share JOIN share_receiver receiver ON receiver.share_id = share.id
       WHERE share.owner_id = ANY($1::uuid[]) AND NOT receiver.has_left`,
      [ownerIds],
    );
    return shares ?? { shareIds: [], receiverIds: [] };
  }

  /** Everybody whose shares this user has. */
  async ownersFor(userId: string, manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ ownerId: string }[]>(
      `SELECT DISTINCT share.owner_id AS "ownerId"
       FROM share_receiver receiver JOIN share ON share.id = receiver.share_id
       WHERE receiver.user_id = $1 AND NOT receiver.has_left`,
      [userId],
    );
    return rows.map(({ ownerId }) => ownerId);
  }
}
