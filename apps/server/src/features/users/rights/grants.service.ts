import { Injectable } from '@nestjs/common';
import { isPermission } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { notAllowed } from '../../../platform/http/access/access.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { DomainError } from '../../../platform/http/domain-error.js';
import {
  AdministratorsOnlyError,
  DevelopIsConfiguredError,
  MoreThanHeldError,
  UserUnknownError,
} from '../user.errors.js';
import { developName } from '../user.policy.js';
import { covers, type Holding } from './grant.policy.js';
import { getHoldingOfRoles, listRights } from './rights.repository.js';
import { toRights } from './rights-sql.js';

/** Decides whose rights a user may change. */
@Injectable()
export class Grants {
  /**
   * Begins a decision about rights, as part of its transaction: such decisions are made one after the other, and on what the
   * caller holds at that moment, so that none rests on rights that another just took away.
   */
  async begin(manager: EntityManager, caller: Pick<Principal, 'userId'>): Promise<Holding> {
    await lockRights(manager);
    const [row] = await listRights(manager, [caller.userId]);
    if (!row) {
      throw notAllowed();
    }
    return toRights(row);
  }

  /** @throws DomainError 403 for a user who holds more than the giver, 409 for the configured user. */
  async assertMayChangeUser(
    manager: EntityManager,
    giver: Holding,
    user: { id: string; userName: string },
  ): Promise<void> {
    if (user.userName === developName) {
      throw new DevelopIsConfiguredError();
    }
    await this.assertHoldsAsMuch(manager, giver, user);
  }

  /**
   * For limits that apply to a configured user too, such as the quota.
   * @throws DomainError 403 for a user who holds more than the giver
   */
  async assertHoldsAsMuch(
    manager: EntityManager,
    giver: Holding,
    user: { id: string },
  ): Promise<void> {
    const [row] = await listRights(manager, [user.id]);
    if (!row) {
      throw new UserUnknownError();
    }
    assertCovers(giver, toRights(row));
  }

  /** Whether the giver holds all that each of these users holds. */
  async holdsAsMuchAs(
    manager: EntityManager,
    giver: Holding,
    userIds: readonly string[],
  ): Promise<boolean> {
    const rows = await listRights(manager, userIds);
    return rows.every((row) => covers(giver, toRights(row)));
  }

  /** @throws DomainError 403 when these roles give more than the giver holds. */
  async assertMayGiveRoles(
    manager: EntityManager,
    giver: Holding,
    roleIds: readonly string[],
  ): Promise<void> {
    assertCovers(giver, await getHoldingOfRoles(manager, roleIds));
  }

  /** @throws DomainError 403 when these menus carry more than the giver holds. */
  assertMayGiveMenus(giver: Holding, menus: readonly { permission: string | null }[]): void {
    const keys = menus.flatMap(({ permission }) => permission ?? []);
    assertCovers(giver, {
      isSystemAdministrator: false,
      permissions: new Set(keys.filter(isPermission)),
    });
  }
}

/** Changes of users, roles and menus wait for each other here; readers do not. */
export async function lockRights(manager: EntityManager): Promise<void> {
  await manager.query('SELECT id FROM role WHERE is_system_administrator FOR UPDATE');
}

function assertCovers(giver: Holding, wanted: Holding): void {
  const refusal = refusalOf(giver, wanted);
  if (refusal) {
    throw refusal;
  }
}

/** @returns null: the giver holds all of it */
export function refusalOf(giver: Holding, wanted: Holding): DomainError | null {
  if (covers(giver, wanted)) {
    return null;
  }
  return wanted.isSystemAdministrator ? new AdministratorsOnlyError() : new MoreThanHeldError();
}
