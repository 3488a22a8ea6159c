import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, MenuInfo, MenuNode } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { definedOf } from '../../../platform/defined-of.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { menuTarget } from '../audit-targets.js';
import { MenuEntity } from './menu.entity.js';
import {
  MenuFilesError,
  MenuInItselfError,
  MenuProtectedError,
  MenuSiteError,
  MenuUnknownError,
  MenuUrlOfTypeError,
} from './menu.errors.js';
import {
  isKept,
  isPinned,
  isUrlOfType,
  leavesThePlatform,
  mayHaveChildren,
  withDescendants,
} from './menu.policy.js';
import { toMenuDetails, toMenuInfo, toPlainTree } from './menu.presenter.js';
import { giveGroupsAbove, listMenus, listUsersOfMenus } from './menu.repository.js';
import { standardMenus } from './menu-seed.js';
import { MenuIcons } from './icons/menu-icons.service.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { lockRights } from '../rights/grants.service.js';

type SaveInput = EndpointParams<typeof endpoints.menus.save>;

/** The menu tree: how menus look, where they lead and in which order. What a built-in one permits never changes here. */
@Injectable()
export class MenuService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly icons: MenuIcons,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  /** Everything, each menu with its own address. */
  async getTree(): Promise<MenuNode[]> {
    return toPlainTree(await listMenus(this.dataSource.manager));
  }

  async getInfo(id: string): Promise<MenuInfo> {
    const menu = await this.dataSource.getRepository(MenuEntity).findOneBy({ id });
    if (!menu) {
      throw new MenuUnknownError();
    }
    return toMenuInfo(menu);
  }

  /**
   * Creates a menu, or edits the one with the input's id.
   * @throws DomainError 403 when anybody but a system administrator gives another site's address: whoever opens the
   * menu is signed in there. The same for the right to files.
   */
  async save(caller: Principal, input: SaveInput): Promise<MenuInfo> {
    await this.icons.assertUsable(input.menuIcon);
    const [info, users] = await this.change(async (manager, menus) => {
      const menu = this.merge(input, menus);
      assertSiteGiver(caller, menu, menus);
      await this.write(manager, menu, menus);
      return [toMenuInfo(menu), await listUsersOfMenus(manager, [menu.id])];
    });
    this.revocation.menusChanged(users);
    return info;
  }

  /**
   * Restores the menus of the first start: names, addresses, icons, order and places; menus that people made stay. It grants no
   * permission: a role keeps its pages, and gets the groups that stand above them now.
   * @returns how many menus were changed or made again
   */
  async restoreStandard(): Promise<{ restored: number }> {
    const [restored, users] = await this.change(async (manager, menus) => {
      const before = new Map(menus.map((menu) => [menu.id, { ...menu }]));
      const changed = standardMenus()
        .map(({ menu }) => menu)
        .filter((menu) => !isDeepStrictEqual(menu, before.get(menu.id)));
      for (const menu of changed) {
        await this.write(manager, menu, menus);
      }
      await giveGroupsAbove(manager);
      const ids = changed.map(({ id }) => id);
      return [ids.length, ids.length > 0 ? await listUsersOfMenus(manager, ids) : []];
    });
    this.revocation.menusChanged(users);
    return { restored };
  }

  /** Deletes a menu and what is below it. */
  async remove(id: string): Promise<void> {
    const [, users] = await this.change(async (manager, menus) => {
      const found = menus.find((menu) => menu.id === id);
      if (!found) {
        throw new MenuUnknownError();
      }
      const gone = [...withDescendants(menus, id)];
      if (menus.some((menu) => gone.includes(menu.id) && isKept(menu))) {
        throw new MenuProtectedError();
      }
      const concerned = await listUsersOfMenus(manager, gone);
      await manager.delete(MenuEntity, { id });
      await this.audit.record(manager, {
        target: menuTarget(found),
        details: {
          menus: menus.flatMap((menu) => (gone.includes(menu.id) ? [menu.menuName] : [])).sort(),
        },
      });
      return [null, concerned];
    });
    this.revocation.rightsChanged(users);
  }

  /** Changes places with the menu above or below it; at the end of its list nothing changes. */
  async shift(id: string, direction: 'up' | 'down'): Promise<void> {
    const [, users] = await this.change(async (manager, menus) => {
      const menu = menus.find((one) => one.id === id);
      if (!menu) {
        throw new MenuUnknownError();
      }
      const siblings = menus.filter(({ parentId }) => parentId === menu.parentId);
      const place = siblings.indexOf(menu);
      const next = direction === 'up' ? place - 1 : place + 1;
      const other = siblings[next];
      if (!other) {
        return [null, []];
      }
      const ordered = siblings.with(place, other).with(next, menu);
      // Numbered anew: menus that were made in an old version share a position.
      for (const [position, { id: shifted }] of ordered.entries()) {
        await manager.update(MenuEntity, { id: shifted }, { position });
      }
      await this.audit.record(manager, {
        target: menuTarget(menu),
        details: { before: { position: place + 1 }, after: { position: next + 1 } },
      });
      return [null, await listUsersOfMenus(manager, [menu.id, other.id])];
    });
    this.revocation.menusChanged(users);
  }

  /** One change of the tree, on the tree of that moment. @returns what it made, and the users whose menus it concerns */
  private change<T>(
    decide: (manager: EntityManager, menus: readonly MenuEntity[]) => Promise<[T, string[]]>,
  ): Promise<[T, string[]]> {
    return this.dataSource.transaction(async (manager) => {
      await lockRights(manager);
      // A role's list of menus changes with them.
      this.changes.note(manager, 'menus', 'roles');
      return decide(manager, await listMenus(manager));
    });
  }

  /** Writes a menu and its row in the log; sessions that it opened on another site end when it leads elsewhere now. */
  private async write(
    manager: EntityManager,
    menu: MenuEntity,
    menus: readonly MenuEntity[],
  ): Promise<void> {
    const before = menus.find(({ id }) => id === menu.id);
    await manager.save(MenuEntity, menu);
    if (before && isOtherTarget(before, menu)) {
      await this.revocation.deleteTargetSessions(manager, { kind: 'site', id: menu.id });
    }
    await this.audit.record(manager, {
      target: menuTarget(menu),
      details: { before: before ? toMenuDetails(before) : null, after: toMenuDetails(menu) },
    });
  }

  private merge(input: SaveInput, menus: readonly MenuEntity[]): MenuEntity {
    const before = menus.find((menu) => menu.id === input.id);
    if (input.id !== undefined && !before) {
      throw new MenuUnknownError();
    }
    const parentId = input.parentId === '0' ? null : input.parentId;
    assertParent(menus, before, parentId);
    const base = before ?? newMenu(menus, parentId ?? null);
    const { menuName, menuUrl, menuType, allowFiles } = input;
    const menuIcon = input.menuIcon === '' ? null : input.menuIcon;
    const menuNameEn = input.menuNameEn || base.menuNameEn || menuName;
    const given = { menuName, menuNameEn, menuUrl, menuIcon, menuType, allowFiles, parentId };
    const menu: MenuEntity = { ...base, ...definedOf(given) };
    if (!isUrlOfType(menu.menuUrl, menu.menuType)) {
      throw new MenuUrlOfTypeError();
    }
    const isMoved =
      before &&
      (before.menuUrl !== menu.menuUrl ||
        before.menuType !== menu.menuType ||
        before.parentId !== menu.parentId);
    if (isMoved && isPinned(menu.id)) {
      throw new MenuProtectedError();
    }
    return menu;
  }
}

/** Whether the menu opens something else than before. */
const isOtherTarget = (before: MenuEntity, after: MenuEntity): boolean =>
  before.menuUrl !== after.menuUrl ||
  before.menuType !== after.menuType ||
  before.allowFiles !== after.allowFiles;

/** A menu that leads to another site hands it a code that opens a session for the user, with access to the user's files where the menu says so. */
function assertSiteGiver(caller: Principal, menu: MenuEntity, menus: readonly MenuEntity[]): void {
  const before = menus.find(({ id }) => id === menu.id);
  const isNew = before?.menuUrl !== menu.menuUrl || before.menuType !== menu.menuType;
  if (isNew && leavesThePlatform(menu) && !caller.isSystemAdministrator) {
    throw new MenuSiteError();
  }
  if (menu.allowFiles !== (before?.allowFiles ?? false) && !caller.isSystemAdministrator) {
    throw new MenuFilesError();
  }
}

function assertParent(
  menus: readonly MenuEntity[],
  menu: MenuEntity | undefined,
  parentId: string | null | undefined,
): void {
  if (!parentId || parentId === menu?.parentId) {
    return;
  }
  const parent = menus.find(({ id }) => id === parentId);
  if (!parent) {
    throw new MenuUnknownError();
  }
  if (menu && withDescendants(menus, menu.id).has(parentId)) {
    throw new MenuInItselfError();
  }
  if (!mayHaveChildren(parent)) {
    throw new MenuProtectedError();
  }
}

/** The last one below a menu. The call that adds it names the rest. */
function newMenu(menus: readonly MenuEntity[], parentId: string | null): MenuEntity {
  const siblings = menus.filter((menu) => menu.parentId === parentId);
  return {
    id: randomUUID(),
    parentId,
    menuName: '',
    menuNameEn: '',
    menuUrl: '',
    menuIcon: null,
    menuType: 1,
    permission: null,
    allowFiles: false,
    position: Math.max(-1, ...siblings.map(({ position }) => position)) + 1,
  };
}
