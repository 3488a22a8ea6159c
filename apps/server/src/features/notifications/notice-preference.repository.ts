import { Injectable } from '@nestjs/common';
import {
  defaultNoticeChoice,
  isAlwaysInBell,
  noticeGroups,
  type NoticeChoice,
  type NoticeGroup,
  type NoticePreference,
} from '@clusterdesk/contracts';
import { noticeSentences } from '@clusterdesk/contracts/notice-sentences';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import { isQuietAt, type QuietHours } from './notice-times.js';

interface Row {
  userId: string;
  choices: Partial<Record<NoticeGroup, NoticeChoice>>;
  mailMode: 'soon' | 'daily';
  digestHour: number;
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
}

/** The columns of what a user chose, as they are read. */
export const preferenceColumns = `user_id AS "userId", choices, mail_mode AS "mailMode", digest_hour AS "digestHour",
  quiet_from AS "quietFrom", quiet_to AS "quietTo", time_zone AS "timeZone"`;

/** The quiet hours of a row. */
export const quietHoursOf = ({
  quietFrom,
  quietTo,
}: Pick<Row, 'quietFrom' | 'quietTo'>): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };

/** One row for each user who chose something. */
@Injectable()
export class NoticePreferenceRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** What holds for a user, chosen or not. */
  async get(userId: string): Promise<NoticePreference> {
    const [row] = await this.dataSource.query<Row[]>(
      `SELECT ${preferenceColumns} FROM notification_preference WHERE user_id = $1`,
      [userId],
    );
    return {
      choices: completed(row?.choices ?? {}),
      mailMode: row?.mailMode ?? 'soon',
      digestHour: row?.digestHour ?? 8,
      quietHours: row ? quietHoursOf(row) : null,
      timeZone: row?.timeZone ?? null,
    };
  }

  /** What waits to be mailed is looked at anew: it may be due earlier or later now, or not wanted any longer. */
  set(userId: string, preference: NoticePreference): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await this.write(manager, userId, preference);
      const unwanted = noticeSentences
        .filter(({ group }) => !preference.choices[group].mail)
        .map(({ kind }) => kind);
      await manager.query(
        `UPDATE notification SET to_mail = false
         WHERE user_id = $1 AND to_mail AND kind = ANY($2::text[])`,
        [userId, unwanted],
      );
    });
  }

  private async write(
    manager: EntityManager,
    userId: string,
    preference: NoticePreference,
  ): Promise<void> {
    const { choices, mailMode, digestHour, quietHours, timeZone } = preference;
    await manager.query(
      `INSERT INTO notification_preference
         (user_id, choices, mail_mode, digest_hour, quiet_from, quiet_to, time_zone)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id) DO UPDATE SET choices = excluded.choices, mail_mode = excluded.mail_mode,
         digest_hour = excluded.digest_hour, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
         time_zone = excluded.time_zone,
         mail_due_at = CASE WHEN notification_preference.mail_due_at IS NULL THEN NULL ELSE now() END`,
      [
        userId,
        JSON.stringify(completed(choices)),
        mailMode,
        digestHour,
        quietHours?.from ?? null,
        quietHours?.to ?? null,
        timeZone,
      ],
    );
  }

  async hasEmail(userId: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ hasEmail: boolean }[]>(
      `SELECT coalesce(email, '') <> '' AS "hasEmail" FROM user_account WHERE id = $1`,
      [userId],
    );
    return row?.hasEmail ?? false;
  }

  /** Which of the users want no browser to say anything now. */
  async listQuiet(userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT ${preferenceColumns} FROM notification_preference
       WHERE user_id = ANY($1::uuid[]) AND quiet_from IS NOT NULL`,
      [userIds],
    );
    const now = new Date();
    const quiet = rows.filter((row) =>
      isQuietAt(now, quietHoursOf(row), row.timeZone ?? this.config.timeZone),
    );
    return new Set(quiet.map(({ userId }) => userId));
  }
}

/** With each group in it: a row may have been written before there was a group. */
function completed(choices: Row['choices']): NoticePreference['choices'] {
  const choiceOf = (group: NoticeGroup): NoticeChoice => {
    const chosen = choices[group] ?? defaultNoticeChoice;
    return isAlwaysInBell(group) ? { ...chosen, bell: true } : chosen;
  };
  return {
    shares: choiceOf('shares'),
    requests: choiceOf('requests'),
    decisions: choiceOf('decisions'),
    projects: choiceOf('projects'),
    comments: choiceOf('comments'),
    jobs: choiceOf('jobs'),
    desktops: choiceOf('desktops'),
    hosts: choiceOf('hosts'),
    platform: choiceOf('platform'),
    security: choiceOf('security'),
  } satisfies Record<(typeof noticeGroups)[number], NoticeChoice>;
}
