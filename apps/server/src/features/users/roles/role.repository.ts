import { Injectable } from '@nestjs/common';
import type { BuiltInRole } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { DevelopIsConfiguredError, UserUnknownError } from '../user.errors.js';
import { developName } from '../user.policy.js';

interface ListedRole {
  id: string;
  roleName: string;
  description: string;
  isSystemAdministrator: boolean;
  builtIn: BuiltInRole | null;
  menuList: string[];
  userCount: number;
}

interface ListedUser {
  id: string;
  userName: string;
  realName: string | null;
}

/** Queries over roles and their users. */
@Injectable()
export class RoleRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(): Promise<ListedRole[]> {
    return this.dataSource.query<ListedRole[]>(
      `SELECT role.id, role.role_name AS "roleName", role.description,
              role.is_system_administrator AS "isSystemAdministrator", role.built_in AS "builtIn",
              ARRAY(SELECT menu.id FROM menu WHERE role.is_system_administrator OR EXISTS (
                SELECT 1 FROM role_menu WHERE role_menu.role_id = role.id AND role_menu.menu_id = menu.id
              ) ORDER BY menu.position, menu.id) AS "menuList",
              (SELECT count(*)::int FROM user_role WHERE user_role.role_id = role.id) AS "userCount"
       FROM role ORDER BY role.is_system_administrator DESC, role.role_name`,
    );
  }

  /** The first users of each role, by name. */
  async listFirstUsers(perRole: number): Promise<Map<string, ListedUser[]>> {
    const rows = await this.dataSource.query<(ListedUser & { roleId: string })[]>(
      `SELECT role.id AS "roleId", first.id, first.user_name AS "userName", first.real_name AS "realName"
       FROM role CROSS JOIN LATERAL (
         SELECT account.id, account.user_name, account.real_name
         FROM user_role JOIN user_account account ON account.id = user_role.user_id
         WHERE user_role.role_id = role.id ORDER BY account.user_name LIMIT $1
       ) first ORDER BY first.user_name`,
      [perRole],
    );
    const users = new Map<string, ListedUser[]>();
    for (const { roleId, ...user } of rows) {
      users.set(roleId, [...(users.get(roleId) ?? []), user]);
    }
    return users;
  }

  /** A page of a role's users, by name; `search` is a part of the login name or the real name. */
  async listUsers(
    roleId: string,
    search: string,
    page: { skip: number; take: number },
  ): Promise<{ data: ListedUser[]; total: number }> {
    const source = `FROM user_role JOIN user_account account ON account.id = user_role.user_id
      WHERE user_role.role_id = $1
        AND ($2 = '%%' OR account.user_name ILIKE $2 OR account.real_name ILIKE $2)`;
    const parameters = [roleId, containsPattern(search)];
    const data = await this.dataSource.query<ListedUser[]>(
      `SELECT account.id, account.user_name AS "userName", account.real_name AS "realName"
       ${source} ORDER BY account.user_name, account.id OFFSET $3 LIMIT $4`,
      [...parameters, page.skip, page.take],
    );
    const [count] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total ${source}`,
      parameters,
    );
    return { data, total: count?.total ?? 0 };
  }

  async listUserIds(manager: EntityManager, roleId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT user_id AS id FROM user_role WHERE role_id = $1',
      [roleId],
    );
    return rows.map(({ id }) => id);
  }

  /** The login names of some users, at most `atMost` of them. */
  async listNames(
    manager: EntityManager,
    userIds: readonly string[],
    atMost: number,
  ): Promise<string[]> {
    const rows = await manager.query<{ name: string }[]>(
      'SELECT user_name AS name FROM user_account WHERE id = ANY($1::uuid[]) ORDER BY user_name LIMIT $2',
      [userIds, atMost],
    );
    return rows.map(({ name }) => name);
  }

  /** @returns the users who were not in the role before. */
  async addUsers(
    manager: EntityManager,
    roleId: string,
    userIds: readonly string[],
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `INSERT INTO user_role (user_id, role_id) SELECT user_id, $1 FROM unnest($2::uuid[]) user_id
       ON CONFLICT DO NOTHING RETURNING user_id AS id`,
      [roleId, userIds],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the users who were in the role before. */
  async removeUsers(
    manager: EntityManager,
    roleId: string,
    userIds: readonly string[],
  ): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      'DELETE FROM user_role WHERE role_id = $1 AND user_id = ANY($2::uuid[]) RETURNING user_id AS id',
      [roleId, userIds],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the menus that the role had before. */
  async replaceMenus(
    manager: EntityManager,
    roleId: string,
    menuIds: readonly string[],
  ): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      'DELETE FROM role_menu WHERE role_id = $1 RETURNING menu_id AS id',
      [roleId],
    );
    await manager.query(
      'INSERT INTO role_menu (role_id, menu_id) SELECT $1, menu_id FROM unnest($2::text[]) menu_id',
      [roleId, menuIds],
    );
    return rows.map(({ id }) => id);
  }

  /** @throws DomainError 404 unless every id is a user's; 409 for `develop`, which keeps the roles that the start gave it. */
  async assertUsers(manager: EntityManager, ids: readonly string[]): Promise<void> {
    const rows = await manager.query<{ name: string }[]>(
      'SELECT user_name AS name FROM user_account WHERE id = ANY($1::uuid[])',
      [ids],
    );
    if (rows.length !== ids.length) {
      throw new UserUnknownError();
    }
    if (rows.some(({ name }) => name === developName)) {
      throw new DevelopIsConfiguredError();
    }
  }
}
