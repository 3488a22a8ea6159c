import { Injectable } from '@nestjs/common';
import { auditedEntryPoints } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { userTarget } from '../audit-targets.js';
import { HomeKeys } from '../leaving/home-keys.service.js';
import { UserRemovals } from '../leaving/user-removal.service.js';
import { nameColumns } from '../names/user-name.js';
import { assertGivenPassword } from '../passwords/password.policy.js';
import { PasswordService } from '../passwords/password.service.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { lockRights } from '../rights/grants.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { UserEntity } from '../user.entity.js';
import { developName } from '../user.policy.js';

/** The user `develop` exists exactly while DEVELOP_PASSWORD is set, with that password (contract: Sign-in). */
@Injectable()
export class DevelopUserService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly revocation: AccessRevocation,
    private readonly removals: UserRemovals,
    private readonly homeKeys: HomeKeys,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
    private readonly config: Config,
  ) {}

  /** At each start, after the first start made the roles. */
  async run(): Promise<void> {
    const users = this.dataSource.getRepository(UserEntity);
    const before = await users.findOneBy({ userName: developName });
    const password = this.config.developPassword;
    if (password === undefined) {
      if (before) {
        const removal = await this.dataSource.transaction(async (manager) => {
          await this.record(manager, before, 'removed');
          return this.removals.remove(manager, before);
        });
        await this.removals.announce(before, removal);
      }
      return;
    }
    assertGivenPassword('DEVELOP_PASSWORD', password, developName);
    if (before && (await this.passwords.verify(before.passwordHash, password))) {
      return;
    }
    const passwordHash = await this.passwords.hash(password);
    if (before) {
      await this.dataSource.transaction(async (manager) => {
        await manager.update(UserEntity, { id: before.id }, { passwordHash });
        await this.revocation.deleteSessions(manager, before.id);
        await this.record(manager, before, 'password');
      });
      this.revocation.announce(before, revocationReasons.passwordChanged);
      return;
    }
    await this.create(passwordHash);
  }

  /** Several servers may start at once: the first one makes the user. */
  private async create(passwordHash: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockRights(manager);
      if (await manager.existsBy(UserEntity, { userName: developName })) {
        return;
      }
      const role = await manager.findOneByOrFail(RoleEntity, { isSystemAdministrator: true });
      const user = await manager.save(UserEntity, {
        userName: developName,
        ...nameColumns(developName),
        realName: developName,
        homeKey: await this.homeKeys.choose(manager, developName, { evenWhileLeaving: true }),
        passwordHash,
        roles: [role],
      });
      await this.record(manager, user, 'added');
    });
  }

  /** Decided by the configuration. */
  private record(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'userName'>,
    change: 'added' | 'password' | 'removed',
  ): Promise<void> {
    this.changes.note(manager, 'users', 'roles');
    return this.audit.record(manager, {
      target: userTarget(user),
      details: { change },
      origin: auditedEntryPoints.start,
    });
  }
}
