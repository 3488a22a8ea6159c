import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type endpoints,
  type UserOption,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { roleTarget } from '../audit-targets.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { keepAnAdministrator } from '../rights/administrators.js';
import { Grants } from '../rights/grants.service.js';
import { DevelopIsConfiguredError } from '../user.errors.js';
import { developName } from '../user.policy.js';
import { addUsers, getRole, listNames, listUsers, removeUsers } from './role.repository.js';

const defaultPageSize = 20;

/** The users of roles. */
@Injectable()
export class RoleUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  async list({
    roleId,
    search = '',
    pageNum = 0,
    size = defaultPageSize,
  }: EndpointParams<typeof endpoints.roles.listUsers>): Promise<{
    data: UserOption[];
    total: number;
  }> {
    const { manager } = this.dataSource;
    await getRole(manager, roleId);
    return listUsers(manager, roleId, search, { skip: pageNum * size, take: size });
  }

  /**
   * Replaces the users of a role, adds some, or takes some out. Those who are in it already stay; those who are not in it, or
   * were deleted meanwhile, are not taken out.
   * @throws DomainError 409 for `develop`, which keeps the roles that the start gave it
   */
  async change(
    caller: Principal,
    how: 'replace' | 'add' | 'remove',
    { roleId, userIds }: { roleId: string; userIds: readonly string[] },
  ): Promise<void> {
    const changed = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const role = await getRole(manager, roleId);
      await this.grants.assertMayGiveRoles(manager, giver, [roleId]);
      const [added, removed] = await keepAnAdministrator(manager, async () => {
        const which = how === 'replace' ? 'others' : 'these';
        const lost = how === 'add' ? [] : await removeUsers(manager, roleId, which, userIds);
        const won = how === 'remove' ? [] : await addUsers(manager, roleId, userIds);
        await this.audit.record(manager, {
          target: roleTarget(role),
          details: { added: await describe(manager, won), removed: await describe(manager, lost) },
        });
        return [won, lost] as const;
      });
      this.changes.note(manager, 'users', 'roles');
      return [...removed, ...added];
    });
    this.revocation.rightsChanged(changed);
  }
}

/** How many users, and as many names as one row of the log holds. */
async function describe(
  manager: EntityManager,
  userIds: readonly string[],
): Promise<{ count: number; userNames: string[] }> {
  const names = await listNames(manager, userIds);
  if (names.includes(developName)) {
    throw new DevelopIsConfiguredError();
  }
  return { count: names.length, userNames: names.slice(0, limits.maxPageSize) };
}
