import { Injectable } from '@nestjs/common';
import type { Permission } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { toMenuTree } from '../menus/menu.presenter.js';
import type { MenuEntity } from '../menus/menu.entity.js';
import { mayBeSignedIn } from '../user.policy.js';
import { RightsRepository } from './rights.repository.js';
import { toRights } from './rights-sql.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';

type Asker = Pick<Principal, 'userId' | 'isSystemAdministrator'>;

/** What a user may do now, for work done on the user's behalf without a session: background tasks, download tickets. */
@Injectable()
export class UserRights {
  constructor(private readonly repository: RightsRepository) {}

  /** @returns null for a user who is deleted, frozen, or outside the validity period. */
  async find(userId: string): Promise<Omit<Principal, 'sessionId'> | null> {
    const rights = await this.repository.findRights(userId);
    return rights && mayBeSignedIn(rights, new Date()) ? toRights(rights) : null;
  }

  /** The same for several users: those who may be signed in, by id. */
  async findAll(userIds: readonly string[]): Promise<Map<string, Omit<Principal, 'sessionId'>>> {
    const now = new Date();
    const rows = await this.repository.listRights(userIds);
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
  listHolders(permission: Permission, manager?: EntityManager): Promise<string[]> {
    return this.repository.listHolders(permission, manager);
  }

  /** Ids of the system administrators who may be signed in. */
  listAdministrators(manager?: EntityManager): Promise<string[]> {
    return this.repository.listHolders(null, manager);
  }

  /** The number that nobody else ever has; null for a deleted user. */
  findNumber(userId: string): Promise<number | null> {
    return this.repository.findNumber(userId);
  }

  /** The menus of the user's roles, in their order; an administrator has all. */
  listMenus({ userId, isSystemAdministrator }: Asker): Promise<MenuEntity[]> {
    return this.repository.listMenus(userId, isSystemAdministrator);
  }

  /** The same as the tree that the console draws. */
  async getMenuTree(user: Asker): Promise<ReturnType<typeof toMenuTree>> {
    return toMenuTree(await this.listMenus(user));
  }
}
