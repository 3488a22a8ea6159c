import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { preferenceColumns, quietHoursOf } from './notice-preference.repository.js';
import { gatheredMs, mailTimeOf, type MailTimes } from './notice-times.js';

/** Whom one statement claims at most. */
const claimedAtOnce = 50;
/** As many are told in a mail; of the others it says how many they are. */
const toldInMail = 50;
/** A mail that could not be sent, or whose worker died, is tried again after this. */
const againAfter = `interval '10 minutes'`;

/** A user whose mail may be due. */
export interface MailClaim extends MailTimes {
  userId: string;
}

/** What a mail tells of. */
export interface MailedNotice {
  kind: string;
  payload: unknown;
  count: number;
  createdAt: Date;
}

/** What waits for a user's mail. */
export interface WaitingNotices {
  /** The first of them, oldest first. */
  notices: MailedNotice[];
  total: number;
  since: Date;
  /** The last that is meant: what comes while the mail is sent waits for the next. */
  lastId: string;
}

/** Which notifications wait for a mail, and when it goes. */
@Injectable()
export class NoticeMailQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Whether somebody's mail is to be looked at, as SQL. */
  readonly dueCondition = 'EXISTS (SELECT FROM notification_preference WHERE mail_due_at <= now())';

  /** Has what waits for these users be looked at soon; `null`: for all whose process died before it asked. */
  async plan(userIds: readonly string[] | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE notification_preference SET mail_due_at = now() + $2 * interval '1 ms'
       WHERE mail_due_at IS NULL AND ($1::uuid[] IS NULL OR user_id = ANY($1::uuid[]))
         AND EXISTS (SELECT FROM notification WHERE to_mail AND user_id = notification_preference.user_id)`,
      [userIds, gatheredMs],
    );
  }

  /** Takes some users whose mail may be due. Nobody else gets them for ten minutes, but for `postpone` and `done`. */
  async claim(): Promise<MailClaim[]> {
    const [rows] = await this.dataSource.query<
      [
        (Omit<MailClaim, 'quietHours' | 'timeZone'> & {
          quietFrom: number | null;
          quietTo: number | null;
          timeZone: string | null;
        })[],
        number,
      ]
    >(
      `UPDATE notification_preference SET mail_due_at = now() + ${againAfter}
       WHERE user_id IN (
         SELECT user_id FROM notification_preference WHERE mail_due_at <= now()
         ORDER BY mail_due_at LIMIT ${claimedAtOnce} FOR UPDATE SKIP LOCKED)
       RETURNING ${preferenceColumns}, mailed_at AS "mailedAt"`,
    );
    return rows.map(({ userId, mailMode, digestHour, mailedAt, timeZone, ...quiet }) => ({
      userId,
      mailMode,
      digestHour,
      mailedAt,
      quietHours: quietHoursOf(quiet),
      timeZone: timeZone ?? this.config.timeZone,
    }));
  }

  /** What the user has not read meanwhile; null: nothing is left to mail. */
  async findWaiting(userId: string): Promise<WaitingNotices | null> {
    const rows = await this.dataSource.query<
      (MailedNotice & { total: number; since: Date; lastId: string })[]
    >(
      `SELECT kind, payload, count, created_at AS "createdAt", count(*) OVER ()::int AS total,
         min(created_at) OVER () AS since, max(id) OVER () AS "lastId"
       FROM notification WHERE user_id = $1 AND to_mail AND read_at IS NULL ORDER BY id LIMIT ${toldInMail}`,
      [userId],
    );
    const [first] = rows;
    return first
      ? { notices: rows, total: first.total, since: first.since, lastId: first.lastId }
      : null;
  }

  /** When the mail of a claim goes: now, or then. */
  timeOf(claim: MailClaim, since: Date): { isDue: boolean; at: Date } {
    const now = new Date();
    const at = mailTimeOf(claim, since, now);
    return { isDue: at <= now, at };
  }

  async postpone(userId: string, at: Date): Promise<void> {
    await this.dataSource.query(
      'UPDATE notification_preference SET mail_due_at = $2 WHERE user_id = $1',
      [userId, at],
    );
  }

  /** Nothing waits any longer of what there was up to `lastId`; null: all of it, and nothing was mailed. */
  async done(userId: string, lastId: string | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `UPDATE notification SET to_mail = false
         WHERE user_id = $1 AND to_mail AND ($2::bigint IS NULL OR id <= $2::bigint)`,
        [userId, lastId],
      );
      await manager.query(
        `UPDATE notification_preference SET mailed_at = CASE WHEN $2::boolean THEN now() ELSE mailed_at END,
           mail_due_at = CASE WHEN EXISTS (SELECT FROM notification WHERE user_id = $1 AND to_mail)
             THEN now() END
         WHERE user_id = $1`,
        [userId, lastId !== null],
      );
    });
  }
}
