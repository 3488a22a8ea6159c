import { Injectable } from '@nestjs/common';
import { limits, type UserOption } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { NodeEntity } from '../node.entity.js';
import type { DesktopPeople } from './node.presenter.js';

type OwnDesktopRow = Pick<
  NodeEntity,
  'id' | 'name' | 'description' | 'wanIp' | 'desktopPort' | 'https' | 'allowFiles' | 'isOnline'
>;

/** Queries over whom desktops are assigned to, and who is on them. */
@Injectable()
export class DesktopRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By node. @param usersMost of each desktop, the first by name */
  async listPeople(
    nodeIds: readonly string[],
    usersMost: number = limits.nodeUsersInList,
  ): Promise<Map<string, DesktopPeople>> {
    const people = new Map<string, DesktopPeople>(
      nodeIds.map((id) => [id, { users: [], userCount: 0, online: [] }]),
    );
    const users = await this.dataSource.query<
      (UserOption & { nodeId: string; userCount: number })[]
    >(
      `SELECT * FROM (
         SELECT node_id AS "nodeId", person.id, person.user_name AS "userName", person.real_name AS "realName",
                count(*) OVER (PARTITION BY node_id)::int AS "userCount",
                row_number() OVER (PARTITION BY node_id ORDER BY person.user_name, person.id) AS place
         FROM desktop_user JOIN user_account AS person ON person.id = user_id
         WHERE node_id = ANY($1::uuid[])
       ) AS placed WHERE place <= $2 ORDER BY place`,
      [nodeIds, usersMost],
    );
    for (const { nodeId, userCount, id, userName, realName } of users) {
      const one = people.get(nodeId);
      if (one) {
        one.userCount = userCount;
        one.users.push({ id, userName, realName });
      }
    }
    const online = await this.dataSource.query<
      { nodeId: string; id: string | null; userName: string }[]
    >(
      `SELECT DISTINCT session.node_id AS "nodeId", person.id, session.host_user AS "userName"
       FROM desktop_session AS session LEFT JOIN user_account AS person ON person.user_name = session.host_user
       WHERE session.node_id = ANY($1::uuid[]) ORDER BY session.host_user`,
      [nodeIds],
    );
    for (const { nodeId, id, userName } of online) {
      people.get(nodeId)?.online.push({ id, userName });
    }
    return people;
  }

  /** To whom a desktop is assigned. */
  async userIds(manager: EntityManager, nodeId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT user_id AS id FROM desktop_user WHERE node_id = $1',
      [nodeId],
    );
    return rows.map(({ id }) => id);
  }

  /** From now on it is assigned to exactly these. */
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

  /** Those of a list of users who exist; they are not deleted before the transaction ends. */
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
