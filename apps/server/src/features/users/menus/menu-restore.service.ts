import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { menuTarget } from '../audit-targets.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { lockRights } from '../rights/grants.service.js';
import { MenuEntity } from './menu.entity.js';
import { toMenuDetails } from './menu.presenter.js';
import { giveGroupsAbove, listMenus, listUsersOfMenus } from './menu.repository.js';
import { standardMenus, type StandardMenu } from './standard-menus.js';

/** Brings the menus of the first start back: names, addresses, icons, order and places; menus that people made stay. */
@Injectable()
export class MenuRestoreService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly revocation: AccessRevocation,
    private readonly changes: AccountChanges,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Nobody is permitted more by it: a role keeps its pages, and is given the groups that stand above them now.
   * @returns how many menus were changed or made again.
   */
  async restore(): Promise<{ restored: number }> {
    const [restored, users] = await this.dataSource.transaction(async (manager) => {
      await lockRights(manager);
      const menus = new Map((await listMenus(manager)).map((menu) => [menu.id, menu]));
      const changed = standardMenus().filter((menu) => !isStandard(menu, menus.get(menu.id)));
      for (const menu of changed) {
        await this.restoreOne(manager, menu, menus.get(menu.id));
      }
      await giveGroupsAbove(manager);
      if (changed.length > 0) {
        this.changes.note(manager, 'menus', 'roles');
      }
      const ids = changed.map(({ id }) => id);
      return [ids.length, ids.length > 0 ? await listUsersOfMenus(manager, ids) : []] as const;
    });
    this.revocation.menusChanged(users);
    return { restored };
  }

  private async restoreOne(
    manager: EntityManager,
    { isForUsers: _, ...menu }: StandardMenu,
    before: MenuEntity | undefined,
  ): Promise<void> {
    await (before
      ? manager.update(MenuEntity, { id: menu.id }, menu)
      : manager.insert(MenuEntity, menu));
    await this.revocation.deleteTargetSessions(manager, { kind: 'site', id: menu.id });
    await this.audit.record(manager, {
      target: menuTarget(menu),
      details: { before: before ? toMenuDetails(before) : null, after: toMenuDetails(menu) },
    });
  }
}

/** Whether the menu is there as the first start made it. What it permits never changes. */
function isStandard(standard: StandardMenu, menu: MenuEntity | undefined): boolean {
  return (
    menu !== undefined &&
    menu.menuName === standard.menuName &&
    menu.menuNameEn === standard.menuNameEn &&
    menu.menuUrl === standard.menuUrl &&
    menu.menuIcon === standard.menuIcon &&
    menu.menuType === standard.menuType &&
    menu.parentId === standard.parentId &&
    menu.position === standard.position
  );
}
