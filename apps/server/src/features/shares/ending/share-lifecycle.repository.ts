import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SharesOfOwners } from '../share-event-publisher.service.js';

/** Expired links that windows have not been told of; their index holds only these and links that have not expired. */
const isUntold = 'expires_at <= now() AND NOT is_expiry_told';

/** SQL: changes of validity before this moment are not reported. */
const lately = "now() - interval '60 s'";
const hasTurned = (since: string): string =>
  `(expires_at > ${since} AND expires_at <= now() OR effective_from > ${since} AND effective_from <= now())`;

/** Queries on shares that end, and on the users whom that concerns. */
@Injectable()
export class ShareLifecycleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * SQL: whether `listExpired` finds any, or a user's validity has changed lately. The smallest time is the first in the index;
   * for a plain EXISTS the planner expects half of the links to match, and reads the table.
   */
  readonly endedCondition = `(coalesce(
      (SELECT min(expires_at) FROM share WHERE NOT is_expiry_told) <= now(), false)
    OR EXISTS (SELECT FROM user_account WHERE ${hasTurned(lately)}))`;

  /**
   * Users whose validity ended or began lately.
   * @param since null, or `at` from the previous call: earlier changes are left out
   * @returns `at` as the database writes it: a `Date` has no microseconds, and changes within the same millisecond would be found
   * again by the next call
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

  /** Expired links that windows have not been told of, oldest first. */
  listExpired(most: number): Promise<{ id: string; ownerId: string }[]> {
    return this.dataSource.query(
      `SELECT id, owner_id AS "ownerId" FROM share WHERE ${isUntold} ORDER BY expires_at LIMIT $1`,
      [most],
    );
  }

  /** Notes that windows were told. A link extended meanwhile is left out: it will expire again. */
  async noteTold(ids: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE share SET is_expiry_told = true WHERE id = ANY($1) AND ${isUntold}`,
      [ids],
    );
  }

  /** The shares of these owners that have receivers, and all those receivers. */
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

  /** The owners of all shares that this user has received. */
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
