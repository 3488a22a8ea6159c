import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { NodeEntity } from '../node.entity.js';
import type { DesktopPeople, toOwnDesktop } from './node.presenter.js';

type OwnDesktopRow = Parameters<typeof toOwnDesktop>[0] & Pick<NodeEntity, 'allowFiles'>;

/** Queries over the users of desktops: those they are assigned to, and those who are on them. */
@Injectable()
export class DesktopRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By node. @param usersMost the maximum of users per desktop, first by name */
  async listPeople(
    nodeIds: readonly string[],
    usersMost: number = limits.nodeUsersInList,
  ): Promise<Map<string, DesktopPeople>> {
    const rows = await this.dataSource.query<(DesktopPeople & { nodeId: string })[]>(
      `SELECT node.id AS "nodeId", coalesce(users.list, '[]') AS users, coalesce(users.count, 0) AS "userCount",
              coalesce(online.list, '[]') AS online
       FROM unnest($1::uuid[]) AS node (id)
       LEFT JOIN LATERAL (
         SELECT max(count)::int AS count, json_agg(json_build_object('id', id, 'userName', user_name, 'realName', real_name)
                  ORDER BY place) FILTER (WHERE place <= $2) AS list
         FROM (
           SELECT person.id, user_name, real_name, count(*) OVER () AS count,
                  row_number() OVER (ORDER BY user_name, person.id) AS place
           FROM desktop_user JOIN user_account AS person ON person.id = user_id WHERE node_id = node.id
         ) AS placed
       ) AS users ON true
       LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('id', id, 'userName', host_user) ORDER BY host_user) AS list
         FROM (
           SELECT DISTINCT person.id, host_user
           FROM desktop_session LEFT JOIN user_account AS person ON user_name = host_user WHERE node_id = node.id
         ) AS session
       ) AS online ON true`,
      [nodeIds, usersMost],
    );
    return new Map(rows.map(({ nodeId, ...people }) => [nodeId, people]));
  }

  /** The users a desktop is assigned to. */
  async userIds(manager: EntityManager, nodeId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT user_id AS id FROM desktop_user WHERE node_id = $1',
      [nodeId],
    );
    return rows.map(({ id }) => id);
  }

  /** Assigns a desktop to exactly these users. */
  async setUsers(manager: EntityManager, nodeId: string, userIds: readonly string[]) {
    await manager.query(
      'DELETE FROM desktop_user WHERE node_id = $1 AND NOT user_id = ANY($2::uuid[])',
      [nodeId, userIds],
    );
    await manager.query(
      `INSERT INTO desktop_user (node_id, user_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING`,
      [nodeId, userIds],
    );
  }

  /** The users in a list that exist; they cannot be deleted before the transaction ends. */
  async lockUsers(
    manager: EntityManager,
    userIds: readonly string[],
  ): Promise<{ id: string; userName: string }[]> {
    return manager.query(
      `SELECT id, user_name AS "userName" FROM user_account WHERE id = ANY($1::uuid[])
       ORDER BY id FOR KEY SHARE`,
      [userIds],
    );
  }

  /** The desktops that are assigned to a user, by name. */
  listOf(userId: string): Promise<OwnDesktopRow[]> {
    return this.dataSource.query(
      `SELECT node.id, node.name, node.description, node.wan_ip AS "wanIp",
              node.desktop_port AS "desktopPort", node.https, node.allow_files AS "allowFiles",
              node.is_online AS "isOnline"
       FROM desktop_user JOIN node ON node.id = node_id
       WHERE user_id = $1 AND node.kind = 'desktop' ORDER BY node.name, node.id`,
      [userId],
    );
  }
}
