import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal, SessionTarget } from '../../platform/http/access/principal.js';
import { hasMenu, rightsColumns, toRights, type RightsRow } from '../users/rights/rights-sql.js';
import { narrowTo, readTarget, targetColumns, type TargetColumns } from './session-target.js';

/** What a token leads to. */
export interface SessionRow extends RightsRow, TargetColumns {
  sessionId: string;
  /** Seconds since the session's expiry was last pushed on. */
  idleSeconds: number;
}

/** The user of this session, and what the session allows. */
export function toPrincipal(row: SessionRow): Principal {
  const caller: Principal = { ...toRights(row), sessionId: row.sessionId };
  const target = readTarget(row);
  return target ? narrowTo(target, caller) : caller;
}

/**
 * SQL: the sessions that are good at this moment. One of a target is as long as that which drew its code, and, of a site, while
 * the user has the menu; with the assignment of a desktop the row goes.
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

  /** Pushes the expiry of a used session on, but not beyond the age that any may reach; that of a target's stays. */
  async slide(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE user_session SET last_used_at = now(),
         expires_at = CASE WHEN drawn_by IS NULL
           THEN LEAST(now() + make_interval(secs => $2), created_at + make_interval(secs => $3)) ELSE expires_at END
       WHERE id = $1`,
      [id, limits.sessionIdleMs / 1_000, limits.sessionMaxMs / 1_000],
    );
  }

  /** Ends sessions, with those of targets that they drew. @returns the ids of all */
  async delete(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
    // With a DELETE, the driver's answer is [rows, count].
    const [rows] = await manager.query<[{ id: string }[], number]>(
      'DELETE FROM user_session WHERE id = ANY($1::uuid[]) OR drawn_by = ANY($1::uuid[]) RETURNING id',
      [ids],
    );
    return rows.map(({ id }) => id);
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
   * Ends what a user has beyond the bound, unused the longest first; the one just opened stays. Those of targets are bounded by
   * themselves, so that no desktop puts its user out. @returns their ids
   */
  async deleteSurplus(manager: EntityManager, userId: string, opened: string): Promise<string[]> {
    const surplus = await manager.query<{ id: string }[]>(
      `SELECT other.id FROM user_session other JOIN user_session opened ON opened.id = $2
       WHERE other.user_id = $1 AND other.id <> $2
         AND (other.drawn_by IS NULL) = (opened.drawn_by IS NULL)
       ORDER BY other.last_used_at DESC, other.created_at DESC, other.id OFFSET $3`,
      [userId, opened, limits.sessionsPerUser - 1],
    );
    return surplus.length === 0
      ? []
      : this.delete(
          manager,
          surplus.map(({ id }) => id),
        );
  }

  /** Which of these sessions there still are, with their users' rights of now. */
  findAll(ids: readonly string[]): Promise<SessionRow[]> {
    return this.dataSource.query<SessionRow[]>(
      `SELECT session.id AS "sessionId", 0 AS "idleSeconds", ${targetColumns('session')}, ${rightsColumns}
       FROM ${goodSessions} AND session.id = ANY($1::uuid[])`,
      [ids],
    );
  }
}
