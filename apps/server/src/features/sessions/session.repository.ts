import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
