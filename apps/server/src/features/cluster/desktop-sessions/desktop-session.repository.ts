import { Injectable } from '@nestjs/common';
import type { DesktopSession, HostSession } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';

/** A session as the list shows it, except for the format of its times. */
export interface ListedSession extends Omit<DesktopSession, 'since' | 'idleSince'> {
  since: Date;
  idleSince: Date | null;
}

/** A session to be ended. */
export interface SessionToEnd {
  id: string;
  nodeId: string;
  desktopName: string;
  key: string;
  hostUser: string;
}

const listed = `person.id, session.id AS "sessionId", session.host_user AS "userName",
  coalesce(person.real_name, '') AS "realName", node.name AS "desktopName", node.lan_ip AS "lanIp",
  node.wan_ip AS "wanIp", session.kind, session.display, session.started_at AS since, session.idle_since AS "idleSince"`;

const joined = `desktop_session AS session
  JOIN node ON node.id = session.node_id AND node.kind = 'desktop' AND node.is_online
  LEFT JOIN user_account AS person ON person.user_name = session.host_user`;

/** Queries over desktop sessions. The sessions of an offline desktop may have ended, so they are not listed. */
@Injectable()
export class DesktopSessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(query: {
    search: string;
    offset: number;
    size: number;
  }): Promise<{ sessions: ListedSession[]; total: number }> {
    const condition = `$1::text IS NULL OR session.host_user ILIKE $1 OR person.real_name ILIKE $1
      OR node.name ILIKE $1 OR node.lan_ip ILIKE $1 OR node.wan_ip ILIKE $1`;
    const part = query.search === '' ? null : containsPattern(query.search);
    const sessions = await this.dataSource.query<ListedSession[]>(
      `SELECT ${listed} FROM ${joined} WHERE ${condition}
       ORDER BY session.started_at DESC, session.id LIMIT $3 OFFSET $2`,
      [part, query.offset, query.size],
    );
    const [count] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM ${joined} WHERE ${condition}`,
      [part],
    );
    return { sessions, total: count?.total ?? 0 };
  }

  /** Of one desktop, newest first. @param userId of this user alone; null: of anybody */
  listOf(nodeId: string, userId: string | null, limit: number): Promise<ListedSession[]> {
    return this.dataSource.query(
      `SELECT ${listed} FROM ${joined}
       WHERE node.id = $1 AND ($2::uuid IS NULL OR person.id = $2)
       ORDER BY session.started_at DESC, session.id LIMIT $3`,
      [nodeId, userId, limit],
    );
  }

  /** How many there are, on all desktops or one. */
  async count(nodeId?: string): Promise<number> {
    const [count] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM desktop_session AS session
       JOIN node ON node.id = session.node_id AND node.kind = 'desktop' AND node.is_online
       WHERE $1::uuid IS NULL OR node.id = $1`,
      [nodeId ?? null],
    );
    return count?.total ?? 0;
  }

  /** Names of desktops that are offline and had sessions when they were last heard of, by name. */
  async findAway(limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(
      `SELECT name FROM node
       WHERE kind = 'desktop' AND NOT is_online
         AND EXISTS (SELECT 1 FROM desktop_session AS session WHERE session.node_id = node.id)
       ORDER BY name LIMIT $1`,
      [limit],
    );
    return rows.map(({ name }) => name);
  }

  /** The sessions of a user, one session, or that session if it is the user's; on offline desktops too. */
  find(of: { userId?: string; sessionId?: string }): Promise<SessionToEnd[]> {
    return this.dataSource.query(
      `SELECT session.id, session.node_id AS "nodeId", node.name AS "desktopName",
              session.session_key AS key, session.host_user AS "hostUser"
       FROM desktop_session AS session
       JOIN node ON node.id = session.node_id AND node.kind = 'desktop'
       LEFT JOIN user_account AS person ON person.user_name = session.host_user
       WHERE ($1::uuid IS NULL OR person.id = $1) AND ($2::uuid IS NULL OR session.id = $2)
       ORDER BY session.node_id, session.id`,
      [of.userId ?? null, of.sessionId ?? null],
    );
  }

  /**
   * Replaces the sessions of a node. A known session keeps its id.
   * @returns the number of changed rows
   */
  async replace(nodeId: string, sessions: readonly HostSession[]): Promise<number> {
    // If a host names a session twice, the last one counts.
    const unique = [...new Map(sessions.map((session) => [session.key, session])).values()];
    return this.dataSource.transaction(async (manager) => {
      // Locked, so that reports of one node are stored in turn; a deleted node has no sessions.
      const found: unknown[] = await manager.query('SELECT 1 FROM node WHERE id = $1 FOR UPDATE', [
        nodeId,
      ]);
      if (found.length === 0) {
        return 0;
      }
      const [ended] = await manager.query<[unknown[], number]>(
        `DELETE FROM desktop_session WHERE node_id = $1 AND NOT session_key = ANY($2::text[]) RETURNING id`,
        [nodeId, unique.map(({ key }) => key)],
      );
      const changed = await this.store(manager, nodeId, unique);
      return ended.length + changed;
    });
  }

  /** Removes sessions that their host has ended. */
  async remove(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM desktop_session WHERE id = ANY($1::uuid[])', [ids]);
  }

  private async store(
    manager: EntityManager,
    nodeId: string,
    sessions: readonly HostSession[],
  ): Promise<number> {
    const changed = await manager.query<unknown[]>(
      `INSERT INTO desktop_session AS known (node_id, session_key, kind, host_user, display, started_at, idle_since)
       SELECT $1, given.key, given.kind, given.host_user, given.display, to_timestamp(given.since / 1000.0),
              to_timestamp(given.idle / 1000.0)
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[])
         AS given (key, kind, host_user, display, since, idle)
       ON CONFLICT ON CONSTRAINT desktop_session_key_unique DO UPDATE
       SET kind = excluded.kind, host_user = excluded.host_user, display = excluded.display,
           started_at = excluded.started_at, idle_since = excluded.idle_since
       WHERE (known.kind, known.host_user, known.display, known.started_at, known.idle_since)
         IS DISTINCT FROM (excluded.kind, excluded.host_user, excluded.display, excluded.started_at, excluded.idle_since)
       RETURNING id`,
      [
        nodeId,
        sessions.map(({ key }) => key),
        sessions.map(({ kind }) => kind),
        sessions.map(({ user }) => user),
        sessions.map(({ display }) => display),
        sessions.map(({ since }) => since),
        sessions.map(({ idleSince }) => idleSince),
      ],
    );
    return changed.length;
  }
}
