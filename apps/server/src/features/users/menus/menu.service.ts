import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, MenuInfo, MenuNode } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { MenuEntity } from './menu.entity.js';
import { menuInItself, menuProtected, menuUnknown, menuUrlOfType } from './menu.errors.js';
import { isProtectedMenu, isUrlOfType, mayHaveChildren, withDescendants } from './menu.policy.js';
import { toMenuInfo, toPlainTree } from './menu.presenter.js';
import { MenuIcons } from './menu-icons.service.js';
import { SessionRevocation } from '../../sessions/session-revocation.service.js';

type SaveInput = EndpointParams<typeof endpoints.menus.save>;

/** The menu tree; menus are permissions. */
@Injectable()
export class MenuService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly icons: MenuIcons,
    private readonly sessionEnd: SessionRevocation,
  ) {}

  /** Everything, each menu with its own address. */
  async getTree(): Promise<MenuNode[]> {
    return toPlainTree(await listAll(this.dataSource.manager));
  }

  async getInfo(id: string): Promise<MenuInfo> {
    const menu = await this.dataSource.getRepository(MenuEntity).findOneBy({ id });
    if (!menu) {
      throw menuUnknown();
    }
    return toMenuInfo(menu);
  }

  /** Creates a menu, or edits the one with the input's id. */
  async save(input: SaveInput): Promise<MenuInfo> {
    if (!isUrlOfType(input.menuUrl, input.menuType)) {
      throw menuUrlOfType();
    }
    await this.icons.assertUsable(input.menuIcon);
    const [menu, users] = await this.dataSource.transaction(async (manager) => {
      await lockMenus(manager);
      const menus = await listAll(manager);
      const saved = await manager.save(MenuEntity, this.merge(input, menus));
      return [saved, await listUsersOf(manager, [saved.id])] as const;
    });
    this.sessionEnd.rightsChanged(users);
    return toMenuInfo(menu);
  }

  /** Deletes a menu and what is below it. */
  async remove(id: string): Promise<void> {
    const users = await this.dataSource.transaction(async (manager) => {
      await lockMenus(manager);
      const menus = await listAll(manager);
      if (!menus.some((menu) => menu.id === id)) {
        throw menuUnknown();
      }
      const gone = [...withDescendants(menus, id)];
      if (gone.some(isProtectedMenu)) {
        throw menuProtected();
      }
      const concerned = await listUsersOf(manager, gone);
      await manager.delete(MenuEntity, { id });
      return concerned;
    });
    this.sessionEnd.rightsChanged(users);
  }

  private merge(input: SaveInput, menus: readonly MenuEntity[]): MenuEntity {
    const before = menus.find((menu) => menu.id === input.id);
    if (input.id !== undefined && !before) {
      throw menuUnknown();
    }
    const parentId = input.parentId === '0' ? null : input.parentId;
    assertParent(menus, before, parentId);
    const menu: MenuEntity = {
      id: before?.id ?? randomUUID(),
      parentId,
      menuName: input.menuName,
      menuNameEn: input.menuNameEn || before?.menuNameEn || input.menuName,
      menuUrl: input.menuUrl,
      menuIcon: input.menuIcon === undefined ? (before?.menuIcon ?? null) : input.menuIcon || null,
      menuType: input.menuType,
      position: before?.position ?? nextPosition(menus, parentId),
    };
    const isMoved =
      before &&
      (before.menuUrl !== menu.menuUrl ||
        before.menuType !== menu.menuType ||
        before.parentId !== menu.parentId);
    if (isMoved && isProtectedMenu(menu.id)) {
      throw menuProtected();
    }
    return menu;
  }
}

function assertParent(
  menus: readonly MenuEntity[],
  menu: MenuEntity | undefined,
  parentId: string | null,
): void {
  if (parentId === null || parentId === menu?.parentId) {
    return;
  }
  if (!menus.some(({ id }) => id === parentId)) {
    throw menuUnknown();
  }
  if (menu && withDescendants(menus, menu.id).has(parentId)) {
    throw menuInItself();
  }
  if (!mayHaveChildren(parentId)) {
    throw menuProtected();
  }
}

function nextPosition(menus: readonly MenuEntity[], parentId: string | null): number {
  const siblings = menus.filter((menu) => menu.parentId === parentId);
  return Math.max(-1, ...siblings.map(({ position }) => position)) + 1;
}

/** Two moves at once could make a circle; readers are not held. */
async function lockMenus(manager: EntityManager): Promise<void> {
  await manager.query('LOCK TABLE menu IN SHARE ROW EXCLUSIVE MODE');
}

function listAll(manager: EntityManager): Promise<MenuEntity[]> {
  return manager.find(MenuEntity, { order: { position: 'ASC', id: 'ASC' } });
}

/** Who has one of these menus; administrators have all. */
async function listUsersOf(manager: EntityManager, menuIds: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT DISTINCT user_role.user_id AS id
     FROM user_role JOIN role ON role.id = user_role.role_id
     WHERE role.is_system_administrator OR EXISTS (
       SELECT 1 FROM role_menu
       WHERE role_menu.role_id = role.id AND role_menu.menu_id = ANY($1::text[])
     )`,
    [menuIds],
  );
  return rows.map(({ id }) => id);
}
