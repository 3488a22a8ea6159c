import { Injectable } from '@nestjs/common';
import { limits, type UserOption } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { roleTarget } from '../audit-targets.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { keepAnAdministrator } from '../rights/administrators.js';
import { Grants } from '../rights/grants.service.js';
import { UserRepository } from '../user.repository.js';
import type { RoleEntity } from './role.entity.js';
import { RoleRepository } from './role.repository.js';

const defaultPageSize = 20;

/** The users of roles. */
@Injectable()
export class RoleUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserRepository,
    private readonly repository: RoleRepository,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  async list(
    roleId: string,
    input: { pageNum?: number | undefined; size?: number | undefined; search?: string | undefined },
  ): Promise<{ data: UserOption[]; total: number }> {
    await this.users.getRoles([roleId], this.dataSource.manager);
    const take = input.size ?? defaultPageSize;
    return this.repository.listUsers(roleId, input.search ?? '', {
      skip: (input.pageNum ?? 0) * take,
      take,
    });
  }

  /** Replaces the users of a role. */
  set(caller: Principal, roleId: string, userIds: readonly string[]): Promise<void> {
    return this.change(caller, roleId, async (manager) => {
      const before = new Set(await this.repository.listUserIds(manager, roleId));
      const wanted = new Set(userIds);
      return {
        added: [...wanted].filter((id) => !before.has(id)),
        removed: [...before].filter((id) => !wanted.has(id)),
      };
    });
  }

  /** Adds users to a role; those in it already stay. */
  add(caller: Principal, roleId: string, userIds: readonly string[]): Promise<void> {
    return this.change(caller, roleId, () =>
      Promise.resolve({ added: [...new Set(userIds)], removed: [] }),
    );
  }

  /** Takes users out of a role; those not in it, or deleted meanwhile, are passed over. */
  remove(caller: Principal, roleId: string, userIds: readonly string[]): Promise<void> {
    return this.change(caller, roleId, async (manager) => {
      const held = new Set(await this.repository.listUserIds(manager, roleId));
      return { added: [], removed: [...new Set(userIds)].filter((id) => held.has(id)) };
    });
  }

  private async change(
    caller: Principal,
    roleId: string,
    plan: (manager: EntityManager) => Promise<{ added: string[]; removed: string[] }>,
  ): Promise<void> {
    const changed = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const [role] = await this.users.getRoles([roleId], manager);
      await this.grants.assertMayGiveRoles(manager, giver, [roleId]);
      const { added, removed } = await plan(manager);
      await this.repository.assertUsers(manager, [...added, ...removed]);
      const [lost, won] = await keepAnAdministrator(
        manager,
        async () =>
          [
            await this.repository.removeUsers(manager, roleId, removed),
            await this.repository.addUsers(manager, roleId, added),
          ] as const,
      );
      await this.audit.record(manager, {
        target: roleTarget(role as RoleEntity),
        details: { added: await this.name(manager, won), removed: await this.name(manager, lost) },
      });
      this.changes.note(manager, 'users', 'roles');
      return [...lost, ...won];
    });
    this.revocation.rightsChanged(changed);
  }

  /** For the log: how many, and who, as far as one call can name them. */
  private async name(
    manager: EntityManager,
    userIds: readonly string[],
  ): Promise<{ count: number; userNames: string[] }> {
    const userNames = await this.repository.listNames(manager, userIds, limits.maxPageSize);
    return { count: userIds.length, userNames };
  }
}
