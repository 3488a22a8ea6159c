import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { rightsColumns, type RightsRow } from '../users/rights/rights-sql.js';

/** What a token leads to. */
export interface SessionRow extends RightsRow {
  sessionId: string;
  /** Seconds since the session's expiry was last pushed on. */
  idleSeconds: number;
}

/** Queries over sessions and the rights they carry. */
@Injectable()
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One query for each request: session, user, rights. */
  async findByToken(tokenHash: Buffer): Promise<SessionRow | null> {
    const rows = await this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId",
              EXTRACT(EPOCH FROM now() - session.last_used_at)::int AS "idleSeconds", ${rightsColumns}
       FROM user_session session
       JOIN user_account account ON account.id = session.user_id
       WHERE session.token_hash = $1 AND session.expires_at > now()`,
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  /** Pushes the expiry of a used session on, but not beyond the age that any may reach. */
  async slide(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE user_session SET last_used_at = now(),
         expires_at = LEAST(now() + make_interval(secs => $2), created_at + make_interval(secs => $3))
       WHERE id = $1`,
      [id, limits.sessionIdleMs / 1_000, limits.sessionMaxMs / 1_000],
    );
  }

  /** Ends what a user has beyond the bound, unused the longest first; the one just opened stays. @returns their ids */
  async deleteSurplus(manager: EntityManager, userId: string, opened: string): Promise<string[]> {
    // With a DELETE, the driver's answer is [rows, count].
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `DELETE FROM user_session WHERE id IN (
         SELECT id FROM user_session WHERE user_id = $1 AND id <> $2
         ORDER BY last_used_at DESC, created_at DESC, id OFFSET $3)
       RETURNING id`,
      [userId, opened, limits.sessionsPerUser - 1],
    );
    return rows.map(({ id }) => id);
  }

  /** Which of these sessions there still are, with their users' rights of now. */
  findAll(ids: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId", 0 AS "idleSeconds", ${rightsColumns}
       FROM user_session session
       JOIN user_account account ON account.id = session.user_id
       WHERE session.id = ANY($1::uuid[]) AND session.expires_at > now()`,
      [ids],
    );
  }
}
