import type { MenuNode } from '@clusterdesk/contracts';

/** A menu as a row of the tree table. */
export interface MenuRow {
  menu: MenuNode;
  /** 0 for top-level menus. */
  depth: number;
  /** Whether no menu with the same parent stands above it, or below it. */
  isFirst: boolean;
  isLast: boolean;
}

/** The tree as rows, top down; what is below a folded menu is left out. */
export function rowsOf(
  tree: readonly MenuNode[],
  folded: ReadonlySet<string>,
  depth = 0,
): MenuRow[] {
  return tree.flatMap((menu, index) => [
    { menu, depth, isFirst: index === 0, isLast: index === tree.length - 1 },
    ...(folded.has(menu.id) ? [] : rowsOf(menu.children, folded, depth + 1)),
  ]);
}

/** The menus below this one, from top to bottom. */
export const menusBelow = (menu: MenuNode): MenuNode[] =>
  menu.children.flatMap((child) => [child, ...menusBelow(child)]);

/** Where a menu may hang: every menu but itself and what is below it. */
export const possibleParents = (tree: readonly MenuNode[], id: string | null): MenuNode[] =>
  tree
    .filter((menu) => menu.id !== id)
    .map((menu) => ({ ...menu, children: possibleParents(menu.children, id) }));

/** Whether a URL suits the type: 1 a path, 2 an http(s) address, 3 either (contract: Menus). */
export function isMenuUrl(url: string, menuType: number): boolean {
  const text = url.trim();
  const isPath = /^\/(?![/\\])/.test(text);
  const isHttp = /^https?:\/\/[^\s/]/i.test(text);
  return menuType === 1 ? isPath : menuType === 2 ? isHttp : isPath || isHttp;
}
