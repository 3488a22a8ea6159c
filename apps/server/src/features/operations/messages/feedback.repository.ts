import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** A message with the names that it is shown with. */
export interface StoredFeedback {
  id: string;
  message: string;
  createdAt: Date;
  userName: string | null;
  realName: string | null;
  handledAt: Date | null;
  handledBy: string | null;
}

const columns = `feedback.id, feedback.message, feedback.created_at AS "createdAt",
  author.user_name AS "userName", author.real_name AS "realName", feedback.handled_at AS "handledAt",
  coalesce(nullif(handler.real_name, ''), handler.user_name) AS "handledBy"`;
const joined = `feedback LEFT JOIN user_account author ON author.id = feedback.user_id
  LEFT JOIN user_account handler ON handler.id = feedback.handled_by`;

/** A mail is looked for again after this long, and given up after the second. */
const lookedAgain = "interval '5 minutes'";
const givenUp = "interval '1 day'";

/** Queries over messages to the administrators, and the mails about them that wait. */
@Injectable()
export class FeedbackRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** SQL: whether a mail has waited for long. */
  readonly waitingCondition = `EXISTS (SELECT FROM feedback_mail WHERE looked_at < now() - ${lookedAgain})`;

  /** Adds a message; of what the user has too many of, the oldest goes, what was handled first. */
  async add(manager: EntityManager, userId: string, message: string): Promise<string> {
    await manager.query(
      `DELETE FROM feedback WHERE id IN (
         SELECT id FROM feedback WHERE user_id = $1
         ORDER BY handled_at IS NULL DESC, created_at DESC OFFSET $2)`,
      [userId, limits.feedbackKept - 1],
    );
    const [row] = await manager.query<[{ id: string }]>(
      'INSERT INTO feedback (user_id, message) VALUES ($1, $2) RETURNING id',
      [userId, message],
    );
    return row.id;
  }

  /** Notes a mail to each of these users who has an address. @returns how many */
  async addMails(manager: EntityManager, id: string, userIds: readonly string[]): Promise<number> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO feedback_mail (feedback_id, user_id)
       SELECT $1, account.id FROM user_account account
       WHERE account.id = ANY($2::uuid[]) AND account.email <> '' RETURNING 1`,
      [id, userIds],
    );
    return rows.length;
  }

  async find(id: string, manager = this.dataSource.manager): Promise<StoredFeedback | null> {
    const [row = null] = await manager.query<StoredFeedback[]>(
      `SELECT ${columns} FROM ${joined} WHERE feedback.id = $1`,
      [id],
    );
    return row;
  }

  async list(
    openOnly: boolean,
    page: { skip: number; take: number },
  ): Promise<{ rows: StoredFeedback[]; total: number; open: number }> {
    const rows = await this.dataSource.query<StoredFeedback[]>(
      `SELECT ${columns} FROM ${joined} WHERE NOT $1 OR feedback.handled_at IS NULL
       ORDER BY feedback.created_at DESC, feedback.id DESC OFFSET $2 LIMIT $3`,
      [openOnly, page.skip, page.take],
    );
    const [count] = await this.dataSource.query<[{ all: number; open: number }]>(
      'SELECT count(*)::int AS all, (count(*) FILTER (WHERE handled_at IS NULL))::int AS open FROM feedback',
    );
    return { rows, total: openOnly ? count.open : count.all, open: count.open };
  }

  /** @param userId who handled it; null: it is open again */
  async setHandled(manager: EntityManager, id: string, userId: string | null): Promise<void> {
    await manager.query(
      `UPDATE feedback SET handled_by = $2, handled_at = CASE WHEN $2::uuid IS NULL THEN NULL ELSE now() END
       WHERE id = $1`,
      [id, userId],
    );
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM feedback WHERE id = $1', [id]);
  }

  /** Who is still to get a mail about it. */
  async listWaiting(id: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ userId: string }[]>(
      'SELECT user_id AS "userId" FROM feedback_mail WHERE feedback_id = $1 ORDER BY user_id',
      [id],
    );
    return rows.map(({ userId }) => userId);
  }

  async removeMail(id: string, userId: string): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM feedback_mail WHERE feedback_id = $1 AND user_id = $2',
      [id, userId],
    );
  }

  /** Drops mails that nobody could send, and notes that the others were looked for. @returns the messages they are about */
  async sweepMails(): Promise<string[]> {
    await this.dataSource.query(
      `DELETE FROM feedback_mail WHERE looked_at < now() - ${lookedAgain} AND added_at < now() - ${givenUp}`,
    );
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `UPDATE feedback_mail SET looked_at = now() WHERE looked_at < now() - ${lookedAgain}
       RETURNING feedback_id AS id`,
    );
    return [...new Set(rows.map(({ id }) => id))];
  }
}
