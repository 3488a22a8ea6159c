import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { MenuEntity } from '../menus/menu.entity.js';
import { builtInPermission } from '../menus/menu.policy.js';
import { menuSeed, seedRoles, type SeedMenu } from '../menus/menu-seed.js';
import { PasswordService } from '../passwords/password.service.js';
import { RoleEntity } from '../roles/role.entity.js';
import { UserEntity } from '../user.entity.js';

const lockKey = 4_201_338;

/** What the first start creates: menus, two roles, the user `admin` (contract: Sign-in). Later starts change nothing. */
@Injectable()
export class BootstrapService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordService,
    private readonly config: Config,
  ) {}

  async run(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
      if (await manager.existsBy(RoleEntity, { isSystemAdministrator: true })) {
        return;
      }
      await this.create(manager);
    });
  }

  private async create(manager: EntityManager): Promise<void> {
    const menus = flatten(menuSeed, null);
    await manager.insert(
      MenuEntity,
      menus.map(({ isForUsers: _, ...menu }) => menu),
    );
    const administrator = await manager.save(RoleEntity, {
      roleName: seedRoles.administrator.cn,
      description: seedRoles.administrator.en,
      isSystemAdministrator: true,
      menus: menus.map(({ id }) => ({ id })),
    });
    await manager.save(RoleEntity, {
      roleName: seedRoles.user.cn,
      description: seedRoles.user.en,
      menus: menus.filter((menu) => menu.isForUsers).map(({ id }) => ({ id })),
    });
    await manager.save(UserEntity, {
      userName: 'admin',
      realName: '管理员',
      passwordHash: await this.passwords.hash(this.adminPassword()),
      roles: [administrator],
    });
  }

  /** The launcher gives one; a server that is started by hand without it says once which one it made. */
  private adminPassword(): string {
    if (this.config.adminPassword) {
      return this.config.adminPassword;
    }
    const password = randomBytes(12).toString('base64url').slice(0, 16);
    process.stdout.write(
      `The user admin was created with the password ${password} (shown only now).\n`,
    );
    return password;
  }
}

type MenuRow = MenuEntity & { isForUsers: boolean };

function flatten(menus: readonly SeedMenu[], parentId: string | null): MenuRow[] {
  return menus.flatMap((menu, position) => [
    {
      id: menu.id,
      parentId,
      menuName: menu.cn,
      menuNameEn: menu.en,
      menuUrl: menu.url,
      menuIcon: null,
      menuType: 1 as const,
      permission: builtInPermission(menu.id),
      position,
      isForUsers: menu.isForUsers === true,
    },
    ...flatten(menu.children ?? [], menu.id),
  ]);
}
