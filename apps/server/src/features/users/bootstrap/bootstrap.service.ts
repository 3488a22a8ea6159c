import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { Config } from '../../../config/config.js';
import { MenuEntity } from '../menus/menu.entity.js';
import { seedRoleDescriptions, seedRoles, standardMenus } from '../menus/menu-seed.js';
import { nameColumns } from '../names/user-name.js';
import { assertGivenPassword } from '../passwords/password.policy.js';
import { PasswordService } from '../passwords/password.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { UserEntity } from '../user.entity.js';
import { developName } from '../user.policy.js';

/** The administrator of the first start. */
export const firstUserName = 'admin';

/** What the first start creates: menus, two roles, the user `admin` (contract: Sign-in). Later starts change nothing. */
@Injectable()
export class BootstrapService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly config: Config,
  ) {}

  async run(): Promise<void> {
    if (await isDone(this.dataSource.manager)) {
      return;
    }
    const password = this.adminPassword();
    // Before the lock, for which another server that starts at the same time waits some seconds only.
    const passwordHash = await this.passwords.hash(password);
    await this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'bootstrap');
      if (await isDone(manager)) {
        return;
      }
      await this.create(manager, passwordHash);
      // Before the commit: nobody could sign in were it said afterwards, and the process killed between.
      if (password !== this.config.adminPassword) {
        process.stdout.write(
          `The user ${firstUserName} was created with the password ${password} (shown only now).\n`,
        );
      }
    });
  }

  /** Whether somebody added users: those that the platform makes by itself do not count. */
  async hasAddedUsers(): Promise<boolean> {
    const [found] = await this.dataSource.query<{ exists: boolean }[]>(
      'SELECT EXISTS (SELECT FROM user_account WHERE user_name <> ALL($1::text[]))',
      [[firstUserName, developName]],
    );
    return found?.exists ?? false;
  }

  private async create(manager: EntityManager, passwordHash: string): Promise<void> {
    const standard = standardMenus();
    const menus = standard.map(({ menu }) => menu);
    await manager.insert(MenuEntity, menus);
    const administrator = await manager.save(RoleEntity, {
      roleName: seedRoles.administrators.cn,
      description: seedRoleDescriptions.administrators.cn,
      isSystemAdministrator: true,
      builtIn: 'administrators',
      menus,
    });
    await manager.save(RoleEntity, {
      roleName: seedRoles.users.cn,
      description: seedRoleDescriptions.users.cn,
      builtIn: 'users',
      menus: standard.filter(({ isForUsers }) => isForUsers).map(({ menu }) => menu),
    });
    await manager.save(UserEntity, {
      userName: firstUserName,
      ...nameColumns(firstUserName),
      realName: '管理员',
      passwordHash,
      roles: [administrator],
    });
  }

  /** The launcher gives one; a server that is started by hand without it makes one. */
  private adminPassword(): string {
    const { adminPassword: given } = this.config;
    if (given) {
      assertGivenPassword('ADMIN_PASSWORD', given, firstUserName);
      return given;
    }
    return randomBytes(12).toString('base64url').slice(0, 16);
  }
}

const isDone = (manager: EntityManager): Promise<boolean> =>
  manager.existsBy(RoleEntity, { isSystemAdministrator: true });
