import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, UserOption, UserRow } from '@clusterdesk/contracts';
import { DataSource, type DeepPartial, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import { isTaken } from '../../platform/database/is-taken.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { roleNames, userTarget } from './audit-targets.js';
import { HomeKeys } from './leaving/home-keys.service.js';
import { UserRemovals } from './leaving/user-removal.service.js';
import { NewUserSteps } from './edit/new-user-steps.service.js';
import { nameColumns } from './names/user-name.js';
import { PasswordService } from './passwords/password.service.js';
import { AccountChanges } from './rights/account-changes.service.js';
import { Grants } from './rights/grants.service.js';
import { UserChanges } from './rights/user-changes.service.js';
import { getRoles } from './roles/role.repository.js';
import { readValidity } from './state/validity.js';
import { UserEntity } from './user.entity.js';
import { NotOneselfError, UserNameReservedError, UserNameTakenError } from './user.errors.js';
import { isReservedName } from './user.policy.js';
import { toUserRow } from './user.presenter.js';
import { getUser, listOptions, listUsers } from './user.repository.js';

const defaultPageSize = 20;
const orNull = (text: string | undefined): string | null => text || null;

/** What a new user needs; the password is in clear here. */
export type NewUser = Omit<EndpointParams<typeof endpoints.users.add>, 'roleId'> & {
  roleIds: string[];
};

/** The user list: listing, adding and deleting. */
@Injectable()
export class UserService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly grants: Grants,
    private readonly homeKeys: HomeKeys,
    private readonly newUserSteps: NewUserSteps,
    private readonly removals: UserRemovals,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
    private readonly userChanges: UserChanges,
    private readonly config: Config,
  ) {}

  async list({
    pageNum = 0,
    size = defaultPageSize,
    ...filter
  }: EndpointParams<typeof endpoints.users.list>): Promise<{ data: UserRow[]; total: number }> {
    const page = { offset: pageNum * size, size };
    const { users, total } = await listUsers(this.dataSource.manager, filter, page);
    return { data: users.map((user) => toUserRow(user, this.config.timeZone)), total };
  }

  /** @throws DomainError 404 */
  async get(id: string): Promise<UserRow> {
    return toUserRow(await getUser(this.dataSource.manager, id), this.config.timeZone);
  }

  listAll(name = '', exceptRoleId?: string): Promise<UserOption[]> {
    return listOptions(this.dataSource.manager, name, { exceptRoleId });
  }

  listShareUsers(caller: Principal, name = ''): Promise<UserOption[]> {
    const filter = { activeOnly: true, exceptId: caller.userId };
    return listOptions(this.dataSource.manager, name, filter);
  }

  async add(
    caller: Principal,
    { roleId, ...input }: EndpointParams<typeof endpoints.users.add>,
  ): Promise<UserRow> {
    const password = await this.passwords.readNew(input.password, input.userName);
    const passwordHash = await this.passwords.hash(password);
    const user = await this.dataSource.transaction((manager) => {
      this.changes.note(manager, 'users', 'roles');
      return this.insert(manager, caller, { ...input, password, roleIds: [roleId] }, passwordHash);
    });
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
      throw new UserNameReservedError();
    }
    const giver = await this.grants.begin(manager, caller);
    const roles = await getRoles(manager, input.roleIds);
    await this.grants.assertMayGiveRoles(manager, giver, input.roleIds);
    const period = readValidity(input.effectiveDate, input.expiredDate, this.config.timeZone);
    const user = await this.save(manager, {
      userName: input.userName,
      ...nameColumns(input.userName),
      homeKey: await this.homeKeys.choose(manager, input.userName),
      realName: orNull(input.realName),
      mobile: orNull(input.mobile),
      email: orNull(input.email),
      companyName: orNull(input.companyName),
      companyAddress: orNull(input.companyAddress),
      passwordHash,
      mustChangePassword: input.mustChangePassword ?? false,
      lastSignInAt: null,
      roles,
      ...period,
    });
    await this.newUserSteps.run(manager, user.id);
    await this.audit.record(manager, {
      target: userTarget(user),
      details: { roles: roleNames(roles), ...period },
    });
    return user;
  }

  async remove(caller: Principal, id: string): Promise<void> {
    const [user, removal] = await this.userChanges.make(
      caller,
      id,
      ['users', 'roles'],
      async (manager, found) => {
        if (id === caller.userId) {
          throw new NotOneselfError();
        }
        const roles = roleNames(found.roles);
        return [{ roles }, [found, await this.removals.remove(manager, found)] as const];
      },
    );
    await this.removals.announce(user, removal);
  }

  private async save(manager: EntityManager, user: DeepPartial<UserEntity>): Promise<UserEntity> {
    try {
      return await manager.save(manager.create(UserEntity, user));
    } catch (error) {
      throw isTaken(error) ? new UserNameTakenError() : error;
    }
  }
}
