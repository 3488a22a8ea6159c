import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { roleNames } from '../audit-targets.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { Grants } from '../rights/grants.service.js';
import { UserChanges } from '../rights/user-changes.service.js';
import { RoleRequiredError } from '../roles/role.errors.js';
import { getRoles } from '../roles/role.repository.js';
import { UserEntity } from '../user.entity.js';
import { DatesNotWantedError, DatesWantedError, NotOneselfError } from '../user.errors.js';
import { mayBeSignedIn, type Validity } from '../user.policy.js';
import { readValidity } from './validity.js';

type FreezeInput = EndpointParams<typeof endpoints.users.freeze>;

/** Whether a user may sign in, and the user's roles. */
@Injectable()
export class UserStateService {
  constructor(
    private readonly changes: UserChanges,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly config: Config,
  ) {}

  /** freeze=1 without dates; freeze=2 activates for the period between both dates (spec part 2 §4). */
  async freeze(caller: Principal, { id, ...input }: FreezeInput): Promise<void> {
    const change = this.readFreeze(input);
    const ended = await this.changes.make(caller, id, ['users'], async (manager, user) => {
      if (change.isFrozen && user.id === caller.userId) {
        throw new NotOneselfError();
      }
      await manager.update(UserEntity, { id }, change);
      const staysIn = mayBeSignedIn({ ...user, ...change }, new Date());
      const endedSessions = staysIn ? 0 : await this.revocation.deleteSessions(manager, id);
      return [{ ...change, endedSessions }, staysIn ? null : user];
    });
    if (ended) {
      const why = change.isFrozen ? 'frozen' : 'outsideValidity';
      this.revocation.announce(ended, revocationReasons[why]);
    }
  }

  /** @throws DomainError 400 for dates that no user can be frozen or activated with */
  readFreeze({
    freeze,
    startDate,
    endDate,
    noExpiry = false,
  }: Omit<FreezeInput, 'id'>): { isFrozen: boolean } & Partial<Validity> {
    if (freeze === 1) {
      if (startDate !== undefined || endDate !== undefined || noExpiry) {
        throw new DatesNotWantedError();
      }
      return { isFrozen: true };
    }
    if (noExpiry ? endDate !== undefined : startDate === undefined || endDate === undefined) {
      throw new DatesWantedError();
    }
    return { isFrozen: false, ...readValidity(startDate, endDate, this.config.timeZone) };
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
    await this.changes.make(caller, userId, ['users', 'roles'], async (manager, user, giver) => {
      const roleIds = choose(user.roles.map(({ id }) => id));
      if (roleIds.length === 0) {
        throw new RoleRequiredError();
      }
      const roles = await getRoles(manager, roleIds);
      await this.grants.assertMayGiveRoles(manager, giver, roleIds);
      await replaceRoles(manager, userId, roles);
      return [{ before: roleNames(user.roles), after: roleNames(roles) }, null];
    });
    this.revocation.rightsChanged([userId]);
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
