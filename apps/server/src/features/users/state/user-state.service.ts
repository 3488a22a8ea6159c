import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { readWireDate } from '../../../platform/http/time/read-wire-date.js';
import { roleNames, userTarget } from '../audit-targets.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { keepAnAdministrator } from '../rights/administrators.js';
import { Grants } from '../rights/grants.service.js';
import { RoleRequiredError } from '../roles/role.errors.js';
import { UserEntity } from '../user.entity.js';
import {
  DatesNotWantedError,
  DatesReversedError,
  DatesWantedError,
  NotOneselfError,
} from '../user.errors.js';
import { isUsablePeriod, mayBeSignedIn } from '../user.policy.js';
import { UserRepository } from '../user.repository.js';

type FreezeInput = EndpointParams<typeof endpoints.users.freeze>;

/** What administrators change of a user: frozen or active, validity, roles, real name. */
@Injectable()
export class UserStateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: UserRepository,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
    private readonly config: Config,
  ) {}

  /** freeze=1 without dates; freeze=2 activates for the period between both dates (spec part 2 §4). */
  async freeze(caller: Principal, input: FreezeInput): Promise<void> {
    const change = this.readFreeze(input);
    const ended = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await this.repository.get(input.id, manager);
      if (change.isFrozen && user.id === caller.userId) {
        throw new NotOneselfError();
      }
      await this.grants.assertMayChangeUser(manager, giver, user);
      await keepAnAdministrator(manager, () => manager.update(UserEntity, { id: user.id }, change));
      const staysIn = mayBeSignedIn({ ...user, ...change }, new Date());
      const endedSessions = staysIn ? 0 : await this.revocation.deleteSessions(manager, user.id);
      await this.audit.record(manager, {
        target: userTarget(user),
        details: { ...change, endedSessions },
      });
      this.changes.note(manager, 'users');
      return staysIn ? null : user;
    });
    if (ended) {
      const why = change.isFrozen ? 'frozen' : 'outsideValidity';
      this.revocation.announce(ended, revocationReasons[why]);
    }
  }

  /** @throws DomainError 400 for dates that no user can be frozen or activated with */
  assertFreeze(input: Omit<FreezeInput, 'id'>): void {
    this.readFreeze(input);
  }

  /** Replaces a user's roles; of two changes at a time, with `shownRoleIds`, both take effect. */
  setRoles(
    caller: Principal,
    { userId, roleIds, shownRoleIds }: EndpointParams<typeof endpoints.users.setRoles>,
  ): Promise<void> {
    return this.changeRoles(caller, userId, (held) =>
      shownRoleIds ? withDifference(held, shownRoleIds, roleIds) : roleIds,
    );
  }

  /** Adds a role; a user who has it already keeps it. */
  addRole(caller: Principal, userId: string, roleId: string): Promise<void> {
    return this.changeRoles(caller, userId, (held) => [...new Set([...held, roleId])]);
  }

  private async changeRoles(
    caller: Principal,
    userId: string,
    choose: (held: readonly string[]) => string[],
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await this.repository.get(userId, manager);
      await this.grants.assertMayChangeUser(manager, giver, user);
      const roleIds = choose(user.roles.map(({ id }) => id));
      if (roleIds.length === 0) {
        throw new RoleRequiredError();
      }
      const roles = await this.repository.getRoles(roleIds, manager);
      await this.grants.assertMayGiveRoles(manager, giver, roleIds);
      await keepAnAdministrator(manager, () => replaceRoles(manager, user.id, roles));
      await this.audit.record(manager, {
        target: userTarget(user),
        details: { before: roleNames(user.roles), after: roleNames(roles) },
      });
      this.changes.note(manager, 'users', 'roles');
    });
    this.revocation.rightsChanged([userId]);
  }

  /** Another user's. @throws DomainError 403 for a user who holds more than the caller. */
  async setRealName(caller: Principal, userId: string, realName: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await this.repository.get(userId, manager);
      await this.grants.assertMayChangeUser(manager, giver, user);
      await manager.update(UserEntity, { id: user.id }, { realName });
      await this.audit.record(manager, {
        target: userTarget(user),
        details: { before: user.realName, after: realName },
      });
      this.changes.note(manager, 'users', 'roles');
    });
  }

  private readFreeze(
    input: Omit<FreezeInput, 'id'>,
  ): Pick<UserEntity, 'isFrozen'> & Partial<Pick<UserEntity, 'effectiveFrom' | 'expiresAt'>> {
    const { startDate, endDate, noExpiry = false } = input;
    if (input.freeze === 1) {
      if (startDate !== undefined || endDate !== undefined || noExpiry) {
        throw new DatesNotWantedError();
      }
      return { isFrozen: true };
    }
    if (noExpiry ? endDate !== undefined : startDate === undefined || endDate === undefined) {
      throw new DatesWantedError();
    }
    const { timeZone } = this.config;
    const period = {
      effectiveFrom: startDate === undefined ? null : readWireDate(startDate, timeZone, 'start'),
      expiresAt: endDate === undefined ? null : readWireDate(endDate, timeZone, 'end'),
    };
    if (!isUsablePeriod(period, new Date())) {
      throw new DatesReversedError();
    }
    return { isFrozen: false, ...period };
  }
}

/** What is held, with what was added to and taken from what was shown. */
function withDifference(
  held: readonly string[],
  shown: readonly string[],
  wanted: readonly string[],
): string[] {
  const stays = held.filter((id) => wanted.includes(id) || !shown.includes(id));
  return [...new Set([...stays, ...wanted.filter((id) => !shown.includes(id))])];
}

async function replaceRoles(
  manager: EntityManager,
  userId: string,
  roles: readonly { id: string }[],
): Promise<void> {
  await manager.query('DELETE FROM user_role WHERE user_id = $1', [userId]);
  await manager.query(
    'INSERT INTO user_role (user_id, role_id) SELECT $1, role_id FROM unnest($2::uuid[]) role_id',
    [userId, roles.map(({ id }) => id)],
  );
}
