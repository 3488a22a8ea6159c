import { Injectable } from '@nestjs/common';
import { isPermission, type Permission } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { MenuEntity } from '../menus/menu.entity.js';
import type { Holding } from './grant.policy.js';
import { rightsColumns, type RightsRow } from './rights-sql.js';

/** Queries over what users and roles permit. */
@Injectable()
export class RightsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Rights of a user, who may or may not be able to sign in now. */
  async findRights(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RightsRow | null> {
    const [row] = await this.listRights([userId], manager);
    return row ?? null;
  }

  /** Rights of users, in no order; ids that nobody has are left out. */
  listRights(
    userIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RightsRow[]> {
    return manager.query<RightsRow[]>(
      `SELECT ${rightsColumns} FROM user_account account WHERE account.id = ANY($1::uuid[])`,
      [userIds],
    );
  }

  /** The users who have the permission by a role and may be signed in now. */
  async listHolders(
    permission: Permission | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT account.id FROM user_account account
       WHERE NOT account.is_frozen
         AND (account.effective_from IS NULL OR account.effective_from <= now())
         AND (account.expires_at IS NULL OR account.expires_at > now())
         AND EXISTS (
           SELECT FROM user_role JOIN role ON role.id = user_role.role_id
           WHERE user_role.user_id = account.id
             AND (role.is_system_administrator OR EXISTS (
               SELECT FROM role_menu JOIN menu ON menu.id = role_menu.menu_id
               WHERE role_menu.role_id = role.id AND menu.permission = $1)))`,
      [permission],
    );
    return rows.map(({ id }) => id);
  }

  /** The number of a user for the nodes; null for a deleted user. */
  async findNumber(userId: string): Promise<number | null> {
    const rows = await this.dataSource.query<{ userNumber: number }[]>(
      'SELECT user_number AS "userNumber" FROM user_account WHERE id = $1',
      [userId],
    );
    return rows[0]?.userNumber ?? null;
  }

  /** What these roles give together. */
  async getHoldingOfRoles(manager: EntityManager, roleIds: readonly string[]): Promise<Holding> {
    const rows = await manager.query<{ isSystemAdministrator: boolean; keys: string[] }[]>(
      `SELECT role.is_system_administrator AS "isSystemAdministrator",
              ARRAY(SELECT menu.permission FROM role_menu JOIN menu ON menu.id = role_menu.menu_id
                    WHERE role_menu.role_id = role.id AND menu.permission IS NOT NULL) AS keys
       FROM role WHERE role.id = ANY($1::uuid[])`,
      [roleIds],
    );
    return {
      isSystemAdministrator: rows.some((row) => row.isSystemAdministrator),
      permissions: new Set(rows.flatMap(({ keys }) => keys).filter(isPermission)),
    };
  }

  /** Every menu, or those of the user's roles, in their order. */
  listMenus(userId: string, isSystemAdministrator: boolean): Promise<MenuEntity[]> {
    const query = this.dataSource
      .getRepository(MenuEntity)
      .createQueryBuilder('menu')
      .orderBy('menu.position')
      .addOrderBy('menu.id');
    if (!isSystemAdministrator) {
      query.where(
        `menu.id IN (SELECT role_menu.menu_id FROM role_menu
                     JOIN user_role ON user_role.role_id = role_menu.role_id
                     WHERE user_role.user_id = :userId)`,
        { userId },
      );
    }
    return query.getMany();
  }
}
