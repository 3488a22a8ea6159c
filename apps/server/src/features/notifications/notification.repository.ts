import { Injectable } from '@nestjs/common';
import { isAlwaysInBell, limits, type NoticeGroup } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { NotificationEntity } from './notification.entity.js';

/** Equal ones within this many seconds become one. */
const gatheredSeconds = 600;

/** A push takes less time; what is older was left behind by a process that died. */
const isUnpushed = `pushed_at IS NULL AND created_at < now() - interval '10 seconds'`;

const columns = `id, user_id AS "userId", kind, payload, count, created_at AS "createdAt", read_at AS "readAt",
  pushed_at AS "pushedAt", in_bell AS "inBell", by_browser AS "byBrowser", to_mail AS "toMail"`;

/** Queries over notifications; each is for one user, or walks an index of those not pushed yet. */
@Injectable()
export class NotificationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One row for each of the users who exist and want it in the bell or by mail. An unread one from the same sender and the same minutes is updated instead.
   * @returns the rows
   */
  async insert(
    manager: EntityManager,
    userIds: readonly string[],
    { kind, group }: { kind: string; group: NoticeGroup },
    payload: unknown,
    senderId: string | null,
  ): Promise<NotificationEntity[]> {
    return manager.query<NotificationEntity[]>(
      `INSERT INTO notification (user_id, kind, payload, sender_id, period, in_bell, by_browser, to_mail, pushed_at)
       SELECT person.id, $2, $3::jsonb, $4::uuid, extract(epoch FROM now())::bigint / ${gatheredSeconds},
         choice.bell, choice.browser, choice.mail, CASE WHEN choice.bell THEN NULL ELSE now() END
       FROM user_account person
       LEFT JOIN notification_preference preference ON preference.user_id = person.id
       CROSS JOIN LATERAL (SELECT
         $6::boolean OR coalesce((preference.choices -> $5::text ->> 'bell')::boolean, true) AS bell,
         coalesce((preference.choices -> $5::text ->> 'browser')::boolean, true) AS browser,
         coalesce((preference.choices -> $5::text ->> 'mail')::boolean, false) AS mail) choice
       WHERE person.id = ANY($1::uuid[]) AND (choice.bell OR choice.mail) ORDER BY person.id
       ON CONFLICT (user_id, kind, sender_id, period) WHERE sender_id IS NOT NULL AND read_at IS NULL
       DO UPDATE SET count = notification.count + 1, payload = excluded.payload, in_bell = excluded.in_bell,
         by_browser = excluded.by_browser, to_mail = excluded.to_mail, pushed_at = excluded.pushed_at
       RETURNING ${columns}`,
      [userIds, kind, JSON.stringify(payload), senderId, group, isAlwaysInBell(group)],
    );
  }

  /**
   * Puts what users have not read of the same sender into the rows just stored, which stand for it from now on.
   * @returns the counts of those rows that stand for more than before, by id
   */
  async gather(
    manager: EntityManager,
    rows: readonly NotificationEntity[],
    kind: string,
    senderId: string,
  ): Promise<Map<string, number>> {
    const [gathered] = await manager.query<[{ id: string; count: number }[], number]>(
      `WITH older AS (
         DELETE FROM notification WHERE user_id = ANY($1::uuid[]) AND kind = $2 AND sender_id = $3::uuid
           AND read_at IS NULL AND (in_bell OR to_mail) AND id <> ALL($4::bigint[])
         RETURNING user_id, count),
       more AS (SELECT user_id, sum(count)::integer AS count FROM older GROUP BY user_id)
       UPDATE notification SET count = notification.count + more.count FROM more
       WHERE notification.id = ANY($4::bigint[]) AND notification.user_id = more.user_id
       RETURNING id, notification.count`,
      [rows.map(({ userId }) => userId), kind, senderId, rows.map(({ id }) => id)],
    );
    return new Map(gathered.map(({ id, count }) => [id, count]));
  }

  async list(
    userId: string,
    { offset, size, unreadOnly }: { offset: number; size: number; unreadOnly: boolean },
  ): Promise<{ rows: NotificationEntity[]; total: number; unread: number }> {
    const which = `user_id = $1 AND in_bell${unreadOnly ? ' AND read_at IS NULL' : ''}`;
    const rows = await this.dataSource.query<NotificationEntity[]>(
      `SELECT ${columns} FROM notification WHERE ${which} ORDER BY id DESC OFFSET $2 LIMIT $3`,
      [userId, offset, size],
    );
    const [count] = await this.dataSource.query<{ total: number; unread: number }[]>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE read_at IS NULL)::int AS unread
       FROM notification WHERE user_id = $1 AND in_bell`,
      [userId],
    );
    const { total = 0, unread = 0 } = count ?? {};
    return { rows, total: unreadOnly ? unread : total, unread };
  }

  async countUnread(userId: string): Promise<number> {
    const [count] = await this.dataSource.query<{ unread: number }[]>(
      'SELECT count(*)::int AS unread FROM notification WHERE user_id = $1 AND in_bell AND read_at IS NULL',
      [userId],
    );
    return count?.unread ?? 0;
  }

  async countUnreadOf(userId: string, kind: string): Promise<number> {
    const [count] = await this.dataSource.query<{ unread: number }[]>(
      `SELECT coalesce(sum(count), 0)::int AS unread FROM notification
       WHERE user_id = $1 AND read_at IS NULL AND kind = $2`,
      [userId, kind],
    );
    return count?.unread ?? 0;
  }

  /** Marks as read: these, or all. @returns whether any was unread */
  async markRead(userId: string, ids?: readonly string[]): Promise<boolean> {
    const [, marked] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE notification SET read_at = now()
       WHERE user_id = $1 AND in_bell AND read_at IS NULL AND ($2::bigint[] IS NULL OR id = ANY($2::bigint[]))`,
      [userId, ids ?? null],
    );
    return marked > 0;
  }

  async markPushed(ids: readonly string[]): Promise<void> {
    await this.dataSource.query(
      'UPDATE notification SET pushed_at = now() WHERE id = ANY($1::bigint[])',
      [ids],
    );
  }

  /** Committed, and not pushed for longer than a push takes. */
  listUnpushed(atMost: number): Promise<NotificationEntity[]> {
    return this.dataSource.query<NotificationEntity[]>(
      `SELECT ${columns} FROM notification WHERE ${isUnpushed} ORDER BY created_at LIMIT $1`,
      [atMost],
    );
  }

  /** Whether there are such, as SQL. */
  readonly unpushedCondition = `EXISTS (SELECT FROM notification WHERE ${isUnpushed})`;

  /** Deletes some that are too old, or too many for one user. @returns how many. */
  async deleteOld(atMost: number): Promise<number> {
    const [, old] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM notification WHERE id IN
         (SELECT id FROM notification WHERE created_at < now() - make_interval(days => $1) ORDER BY id LIMIT $2)`,
      [limits.notificationDays, atMost],
    );
    const [, excess] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM notification WHERE id IN (
         SELECT surplus.id
         FROM (SELECT user_id FROM notification GROUP BY user_id HAVING count(*) > $1) person
         CROSS JOIN LATERAL (
           SELECT id FROM notification WHERE user_id = person.user_id ORDER BY id DESC OFFSET $1
         ) surplus
         LIMIT $2)`,
      [limits.maxNotifications, atMost],
    );
    return Math.max(old, excess);
  }
}
