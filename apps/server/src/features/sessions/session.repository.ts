import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { Principal, SessionTarget } from '../../platform/http/access/principal.js';
import { hasMenu, rightsColumns, toRights, type RightsRow } from '../users/rights/rights-sql.js';
import { SessionEntity } from './session.entity.js';
import { narrowTo, readTarget, targetColumns, type TargetColumns } from './session-target.js';

/** What a token leads to. */
export interface SessionRow extends RightsRow, TargetColumns {
  sessionId: string;
  /** Seconds since the session's expiry was last extended. */
  idleSeconds: number;
}

/** How long a session lasts: unused, and at most. */
export interface SessionLength {
  idleHours: number;
  maxDays: number;
}

/** The user of this session, and what the session allows. */
export function toPrincipal(row: SessionRow): Principal {
  const caller: Principal = { ...toRights(row), sessionId: row.sessionId };
  const target = readTarget(row);
  return target ? narrowTo(target, caller) : caller;
}

/**
 * SQL: the sessions that are valid at this moment. One for a target lasts as long as the session that drew its code, and, for a
 * site, while the user has the menu; with the assignment of a desktop the row goes.
 */
const goodSessions = `user_session session
  JOIN user_account account ON account.id = session.user_id
  LEFT JOIN user_session drawer ON drawer.id = session.drawn_by
  WHERE session.expires_at > now() AND (session.drawn_by IS NULL OR drawer.expires_at > now())
    AND (session.target_menu_id IS NULL OR ${hasMenu('session.target_menu_id')})`;

/** Queries over sessions and the rights they carry. */
@Injectable()
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One query for each request: session, user, rights. */
  async findByToken(tokenHash: Buffer): Promise<SessionRow | null> {
    const rows = await this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId",
              EXTRACT(EPOCH FROM now() - session.last_used_at)::int AS "idleSeconds",
              ${targetColumns('session')}, ${rightsColumns}
       FROM ${goodSessions} AND session.token_hash = $1`,
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  /** Extends the expiry of a used session, up to the maximum age of any; that of a target's session stays. */
  async slide(id: string, { idleHours, maxDays }: SessionLength): Promise<void> {
    await this.dataSource.query(
      `UPDATE user_session SET last_used_at = now(),
         expires_at = CASE WHEN drawn_by IS NULL
           THEN LEAST(now() + make_interval(hours => $2), created_at + make_interval(days => $3)) ELSE expires_at END
       WHERE id = $1`,
      [id, idleHours, maxDays],
    );
  }

  /** The running sessions of a user, the newest first. */
  listOf(manager: EntityManager, userId: string): Promise<SessionEntity[]> {
    return manager.find(SessionEntity, {
      where: { userId, expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'ASC' },
      take: limits.maxPageSize,
    });
  }

  /** Ends a session of a user, with those of targets that it drew, or all. @returns the ids of those that ended */
  async delete(
    manager: EntityManager,
    userId: string,
    id: string | null = null,
  ): Promise<string[]> {
    // With a DELETE, the driver's answer is [rows, count].
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `DELETE FROM user_session WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2 OR drawn_by = $2)
       RETURNING id`,
      [userId, id],
    );
    return rows.map((row) => row.id);
  }

  /** Ends the sessions and the codes of a target. @returns the ids of the sessions */
  async deleteOfTarget(
    manager: EntityManager,
    { kind, id }: Pick<SessionTarget, 'kind' | 'id'>,
  ): Promise<string[]> {
    const column = kind === 'desktop' ? 'target_node_id' : 'target_menu_id';
    await manager.query(`DELETE FROM sign_in_code WHERE ${column} = $1`, [id]);
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `DELETE FROM user_session WHERE ${column} = $1 RETURNING id`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Ends what a user has beyond the bound, the longest unused first; the one just opened stays. Those of targets have a bound of
   * their own, so that no desktop signs its user out, and end with the session that drew them. @returns their ids
   */
  async deleteSurplus(manager: EntityManager, userId: string, opened: string): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `WITH surplus AS (
         SELECT other.id FROM user_session other JOIN user_session opened ON opened.id = $2
         WHERE other.user_id = $1 AND other.id <> $2
           AND (other.drawn_by IS NULL) = (opened.drawn_by IS NULL)
         ORDER BY other.last_used_at DESC, other.created_at DESC, other.id OFFSET $3)
       DELETE FROM user_session
       WHERE id IN (SELECT id FROM surplus) OR drawn_by IN (SELECT id FROM surplus) RETURNING id`,
      [userId, opened, limits.sessionsPerUser - 1],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of these sessions that still exist, with their users' current rights. */
  findAll(ids: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId", 0 AS "idleSeconds", ${targetColumns('session')}, ${rightsColumns}
       FROM ${goodSessions} AND session.id = ANY($1::uuid[])`,
      [ids],
    );
  }
}
