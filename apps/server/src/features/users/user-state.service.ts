import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { readWireDate } from '../../platform/http/time/read-wire-date.js';
import { assertMayAppoint, assertMayChange, keepAnAdministrator } from './rights/administrators.js';
import { roleRequired } from './roles/role.errors.js';
import { revocationReasons, SessionRevocation } from '../sessions/session-revocation.service.js';
import { UserEntity } from './user.entity.js';
import {
  datesNotWanted,
  datesReversed,
  datesWanted,
  notOneself,
  onlyOneself,
} from './user.errors.js';
import { isUsablePeriod, mayBeSignedIn } from './user.policy.js';
import { UserRepository } from './user.repository.js';

type FreezeInput = EndpointParams<typeof endpoints.users.freeze>;

/** What administrators change of a user: frozen or active, validity, roles, real name. */
@Injectable()
export class UserStateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: UserRepository,
    private readonly sessionEnd: SessionRevocation,
    private readonly config: Config,
  ) {}

  /** freeze=1 without dates; freeze=2 activates for the period between both dates (spec part 2 §4). */
  async freeze(caller: Principal, input: FreezeInput): Promise<void> {
    const change = this.readFreeze(input);
    const ended = await this.dataSource.transaction(async (manager) => {
      const user = await this.repository.get(input.id, manager);
      if (change.isFrozen && user.id === caller.userId) {
        throw notOneself();
      }
      assertMayChange(caller, user);
      await keepAnAdministrator(manager, () => manager.update(UserEntity, { id: user.id }, change));
      if (mayBeSignedIn({ ...user, ...change }, new Date())) {
        return null;
      }
      await this.sessionEnd.deleteSessions(manager, user.id);
      return user;
    });
    if (ended) {
      const reason: LocalizedText = change.isFrozen
        ? revocationReasons.frozen
        : revocationReasons.outsideValidity;
      this.sessionEnd.announce(ended, reason);
    }
  }

  /** Replaces a user's roles. */
  async setRoles(caller: Principal, userId: string, roleIds: readonly string[]): Promise<void> {
    if (roleIds.length === 0) {
      throw roleRequired();
    }
    await this.dataSource.transaction(async (manager) => {
      const user = await this.repository.get(userId, manager);
      assertMayChange(caller, user);
      const roles = await this.repository.getRoles(roleIds, manager);
      assertMayAppoint(caller, roles);
      await keepAnAdministrator(manager, () => replaceRoles(manager, user.id, roles));
    });
    this.sessionEnd.rightsChanged([userId]);
  }

  /** One's own; with the menu of the user list anyone's. */
  async setRealName(caller: Principal, userId: string, realName: string): Promise<void> {
    if (userId !== caller.userId) {
      if (!caller.isSystemAdministrator && !caller.menuUrls.has('/userList')) {
        throw onlyOneself();
      }
      assertMayChange(caller, await this.repository.get(userId));
    }
    await this.dataSource.getRepository(UserEntity).update({ id: userId }, { realName });
  }

  private readFreeze(
    input: FreezeInput,
  ): Pick<UserEntity, 'isFrozen'> & Partial<Pick<UserEntity, 'effectiveFrom' | 'expiresAt'>> {
    const { startDate, endDate } = input;
    if (input.freeze === 1) {
      if (startDate !== undefined || endDate !== undefined) {
        throw datesNotWanted();
      }
      return { isFrozen: true };
    }
    if (startDate === undefined || endDate === undefined) {
      throw datesWanted();
    }
    const period = {
      effectiveFrom: readWireDate(startDate, this.config.timeZone, 'start'),
      expiresAt: readWireDate(endDate, this.config.timeZone, 'end'),
    };
    if (!isUsablePeriod(period, new Date())) {
      throw datesReversed();
    }
    return { isFrozen: false, ...period };
  }
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
