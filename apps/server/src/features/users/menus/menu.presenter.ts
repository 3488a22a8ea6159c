import type { MenuInfo, MenuNode } from '@clusterdesk/contracts';
import type { MenuEntity } from './menu.entity.js';

/** All menus as administrators edit them: a group keeps its own address. */
export function toPlainTree(
  menus: readonly MenuEntity[],
  parentId: string | null = null,
): MenuNode[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .map((menu) => ({ ...toPlainNode(menu), children: toPlainTree(menus, menu.id) }));
}

/**
 * The menus of one user as a tree. A group leads to its own page only when that page is among the granted children, else to
 * the first child; so every url in the tree is one the user may open.
 */
export const toMenuTree = (menus: readonly MenuEntity[]): MenuNode[] =>
  toPlainTree(menus).map(leadToGranted);

function leadToGranted(menu: MenuNode): MenuNode {
  const children = menu.children.map(leadToGranted);
  const own = children.find(({ menuUrl }) => menuUrl === menu.menuUrl);
  return { ...menu, children, menuUrl: (own ?? children[0] ?? menu).menuUrl };
}

/** One menu as its form knows it. */
export const toMenuInfo = (menu: MenuEntity): MenuInfo => ({
  ...toPlainNode(menu),
  allowFiles: menu.allowFiles,
});

function toPlainNode(menu: MenuEntity): Omit<MenuNode, 'children'> {
  return {
    id: menu.id,
    menuName: menu.menuName,
    menuNameEn: menu.menuNameEn,
    menuUrl: menu.menuUrl,
    menuType: menu.menuType,
    menuIcon: menu.menuIcon,
    parentId: menu.parentId ?? '0',
  };
}

/** What the log says about a menu. */
export function toMenuDetails(menu: MenuEntity): Record<string, unknown> {
  const { menuName, menuNameEn, menuUrl, menuType, parentId, allowFiles } = menu;
  return { menuName, menuNameEn, menuUrl, menuType, parentId, allowFiles };
}
