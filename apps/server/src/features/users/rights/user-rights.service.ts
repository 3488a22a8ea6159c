import { Injectable } from '@nestjs/common';
import type { Permission } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { MenuEntity } from '../menus/menu.entity.js';
import { listMenus } from '../menus/menu.repository.js';
import { UserEntity } from '../user.entity.js';
import { mayBeSignedIn } from '../user.policy.js';
import { listHolders, listRights } from './rights.repository.js';
import { toRights } from './rights-sql.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';

/** What a user may do now, for work done on the user's behalf without a session: background tasks, download tickets. */
@Injectable()
export class UserRights {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null for a user who is deleted, frozen, or outside the validity period. */
  async find(userId: string): Promise<Omit<Principal, 'sessionId'> | null> {
    return (await this.findAll([userId])).get(userId) ?? null;
  }

  /** The same for several users: those who may be signed in, by id. */
  async findAll(
    userIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, Omit<Principal, 'sessionId'>>> {
    const now = new Date();
    const rows = await listRights(manager, userIds);
    return new Map(
      rows.filter((row) => mayBeSignedIn(row, now)).map((row) => [row.userId, toRights(row)]),
    );
  }

  /** For work that goes on with the rights of its user. @throws RightEndedError */
  async get(userId: string): Promise<Omit<Principal, 'sessionId'>> {
    const user = await this.find(userId);
    if (!user) {
      throw new RightEndedError();
    }
    return user;
  }

  /** Ids of the users who may be signed in and have this permission; system administrators have every one. */
  async listHolders(permission: Permission, manager: EntityManager): Promise<string[]> {
    return (await listHolders(manager, permission)).map(({ id }) => id);
  }

  /** Ids of the system administrators who may be signed in. */
  async listAdministrators(manager: EntityManager): Promise<string[]> {
    return (await listHolders(manager, null)).map(({ id }) => id);
  }

  /** The number that is never given to another user; null for a deleted user. */
  async findNumber(id: string): Promise<number | null> {
    const users = this.dataSource.getRepository(UserEntity);
    return (
      (await users.findOne({ where: { id }, select: { userNumber: true } }))?.userNumber ?? null
    );
  }

  /** The menus that the user's roles name, in their order; an administrator has all. */
  listMenus(user: Pick<Principal, 'userId' | 'isSystemAdministrator'>): Promise<MenuEntity[]> {
    const { userId, isSystemAdministrator } = user;
    return listMenus(this.dataSource.manager, isSystemAdministrator ? undefined : userId);
  }
}
