import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type endpoints,
  type UserOption,
  type UserRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { readWireDate } from '../../platform/http/time/read-wire-date.js';
import { assertMayAppoint, assertMayChange, keepAnAdministrator } from './rights/administrators.js';
import { PasswordService } from './password.service.js';
import { revocationReasons, SessionRevocation } from '../sessions/session-revocation.service.js';
import { UserEntity } from './user.entity.js';
import { datesReversed, notOneself, userNameReserved, userNameTaken } from './user.errors.js';
import { isReservedName, isUsablePeriod } from './user.policy.js';
import { toUserRow } from './user.presenter.js';
import { UserRemoval } from './leaving/user-removal.service.js';
import { isTaken, UserRepository } from './user.repository.js';

const defaultPageSize = 20;
const orNull = (text: string | undefined): string | null => text || null;

/** What a new user needs; the password is in clear here. */
export type NewUser = Omit<EndpointParams<typeof endpoints.users.add>, 'roleId'> & {
  roleIds: string[];
};

/** The user list: who there is, adding and deleting. */
@Injectable()
export class UserService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: UserRepository,
    private readonly passwords: PasswordService,
    private readonly sessionEnd: SessionRevocation,
    private readonly removal: UserRemoval,
    private readonly config: Config,
  ) {}

  async list(input: {
    pageNum?: number;
    size?: number;
    search?: string;
  }): Promise<{ data: UserRow[]; total: number }> {
    const take = input.size ?? defaultPageSize;
    const [users, total] = await this.repository.list(input.search ?? '', {
      skip: (input.pageNum ?? 0) * take,
      take,
    });
    return { data: users.map((user) => toUserRow(user, this.config.timeZone)), total };
  }

  listAll(name = ''): Promise<UserOption[]> {
    return this.repository.listOptions(name, { activeOnly: false }, limits.maxPageSize);
  }

  listShareUsers(caller: Principal, name = ''): Promise<UserOption[]> {
    return this.repository.listOptions(
      name,
      { activeOnly: true, exceptId: caller.userId },
      limits.maxPageSize,
    );
  }

  async add(
    caller: Principal,
    { roleId, ...input }: EndpointParams<typeof endpoints.users.add>,
  ): Promise<UserRow> {
    const password = await this.passwords.readNew(input.password);
    const passwordHash = await this.passwords.hash(password);
    const user = await this.dataSource.transaction((manager) =>
      this.insert(manager, caller, { ...input, password, roleIds: [roleId] }, passwordHash),
    );
    return toUserRow(user, this.config.timeZone);
  }

  /** One new user, as part of a transaction. @throws DomainError name taken or reserved, role unknown, period in the past. */
  async insert(
    manager: EntityManager,
    caller: Principal,
    input: NewUser,
    passwordHash: string,
  ): Promise<UserEntity> {
    if (isReservedName(input.userName)) {
      throw userNameReserved();
    }
    const roles = await this.repository.getRoles(input.roleIds, manager);
    assertMayAppoint(caller, roles);
    const { timeZone } = this.config;
    const period = {
      effectiveFrom:
        input.effectiveDate === undefined
          ? null
          : readWireDate(input.effectiveDate, timeZone, 'start'),
      expiresAt:
        input.expiredDate === undefined ? null : readWireDate(input.expiredDate, timeZone, 'end'),
    };
    if (!isUsablePeriod(period, new Date())) {
      throw datesReversed();
    }
    try {
      return await manager.save(
        manager.create(UserEntity, {
          userName: input.userName,
          realName: orNull(input.realName),
          mobile: orNull(input.mobile),
          email: orNull(input.email),
          companyName: orNull(input.companyName),
          companyAddress: orNull(input.companyAddress),
          passwordHash,
          roles,
          ...period,
        }),
      );
    } catch (error) {
      throw isTaken(error) ? userNameTaken() : error;
    }
  }

  async remove(caller: Principal, id: string): Promise<void> {
    const user = await this.dataSource.transaction(async (manager) => {
      const found = await this.repository.get(id, manager);
      if (found.id === caller.userId) {
        throw notOneself();
      }
      assertMayChange(caller, found);
      await keepAnAdministrator(manager, () => manager.delete(UserEntity, { id: found.id }));
      return found;
    });
    this.sessionEnd.announce(user, revocationReasons.deleted);
    await this.removal.announce(user.userName);
  }
}
