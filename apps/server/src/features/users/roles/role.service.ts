import { Injectable } from '@nestjs/common';
import { limits, type RoleRow } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { isTaken } from '../../../platform/database/is-taken.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { roleTarget } from '../audit-targets.js';
import { MenuUnknownError, MenuWithoutAncestorsError } from '../menus/menu.errors.js';
import { seedRoleDescriptions } from '../menus/menu-seed.js';
import { MenuEntity } from '../menus/menu.entity.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { Grants } from '../rights/grants.service.js';
import { RoleEntity } from './role.entity.js';
import { AdministratorRoleStaysError, RoleNameTakenError } from './role.errors.js';
import { getRole, listRoles, listUserIds, replaceMenus } from './role.repository.js';

/** The synthetic root of menu trees. */
const rootId = '0';

/** Roles, and which menus they give. */
@Injectable()
export class RoleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  /** Every role with its menus, the number of its users, and the first of them; what the first start made is described in the caller's language. */
  async list({ language }: Principal): Promise<RoleRow[]> {
    const roles = await listRoles(this.dataSource.manager, limits.roleUsersInList);
    return roles.map((role) => ({
      ...role,
      description: role.builtIn ? seedRoleDescriptions[role.builtIn][language] : role.description,
    }));
  }

  async add(roleName: string, description: string): Promise<RoleRow> {
    try {
      const role = await this.dataSource.transaction(async (manager) => {
        const added = { roleName, description, isSystemAdministrator: false, builtIn: null };
        const saved = await manager.save(RoleEntity, added);
        await this.audit.record(manager, { target: roleTarget(saved), details: { description } });
        this.changes.note(manager, 'roles');
        return saved;
      });
      return { ...role, userInfos: [], userCount: 0, menuList: [] };
    } catch (error) {
      throw isTaken(error) ? new RoleNameTakenError() : error;
    }
  }

  /** Its users lose what it gave. */
  async remove(caller: Principal, id: string): Promise<void> {
    const users = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const role = await getRole(manager, id);
      if (role.isSystemAdministrator) {
        throw new AdministratorRoleStaysError();
      }
      await this.grants.assertMayGiveRoles(manager, giver, [role.id]);
      const usersOfRole = await listUserIds(manager, role.id);
      await manager.delete(RoleEntity, { id: role.id });
      await this.audit.record(manager, {
        target: roleTarget(role),
        details: { users: usersOfRole.length },
      });
      this.changes.note(manager, 'roles', 'users');
      return usersOfRole;
    });
    this.revocation.rightsChanged(users);
  }

  /**
   * Replaces the menus of a role: checked and half-checked ids, the synthetic root not among them. What the role permitted
   * before and what it is to permit must both be the caller's own.
   */
  async setMenus(caller: Principal, roleId: string, menuIds: readonly string[]): Promise<void> {
    const users = await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const role = await getRole(manager, roleId);
      const wanted = new Set(menuIds.filter((id) => id !== rootId));
      const menus = await manager.find(MenuEntity);
      assertTree(menus, wanted);
      if (role.isSystemAdministrator && wanted.size < menus.length) {
        throw new AdministratorRoleStaysError();
      }
      await this.grants.assertMayGiveRoles(manager, giver, [role.id]);
      this.grants.assertMayGiveMenus(
        giver,
        menus.filter(({ id }) => wanted.has(id)),
      );
      const before = await replaceMenus(manager, role.id, [...wanted]);
      await this.audit.record(manager, {
        target: roleTarget(role),
        details: {
          added: menuNames(menus, (id) => wanted.has(id) && !before.includes(id)),
          removed: menuNames(menus, (id) => before.includes(id) && !wanted.has(id)),
        },
      });
      this.changes.note(manager, 'roles');
      const isOther = before.length !== wanted.size || before.some((id) => !wanted.has(id));
      return isOther ? listUserIds(manager, role.id) : [];
    });
    this.revocation.rightsChanged(users);
  }
}

/** What people call some menus. */
const menuNames = (menus: readonly MenuEntity[], isMeant: (id: string) => boolean): string[] =>
  menus
    .filter(({ id }) => isMeant(id))
    .map(({ menuName }) => menuName)
    .sort();

/** @throws DomainError for an unknown menu, or one without the menus above it. */
function assertTree(menus: readonly MenuEntity[], wanted: ReadonlySet<string>): void {
  const parents = new Map(menus.map((menu) => [menu.id, menu.parentId]));
  for (const id of wanted) {
    const parentId = parents.get(id);
    if (parentId === undefined) {
      throw new MenuUnknownError();
    }
    if (parentId !== null && !wanted.has(parentId)) {
      throw new MenuWithoutAncestorsError();
    }
  }
}
