/** Administrators need these to repair everything else, so they keep their place and their address. */
const pinnedIds: ReadonlySet<string> = new Set([
  'userList',
  'settings',
  'settings.roles',
  'settings.menus',
  'settings.authority',
]);

/** Whether a menu stays at its place and keeps its address. */
export function isPinned(id: string): boolean {
  return pinnedIds.has(id);
}

/** Built-in pages stay: nobody could restore a permission that was deleted with its menu. Roles decide which users see them. */
export function isKept(menu: { id: string; permission: string | null }): boolean {
  return isPinned(menu.id) || menu.permission !== null;
}

/**
 * A role that is given a menu is given the menus above it too. If a menu that permits something could stand above others,
 * moving a harmless menu below it would give its permission away (docs/decisions/groups-grant-nothing.md).
 */
export function mayHaveChildren(menu: { permission: string | null }): boolean {
  return menu.permission === null;
}

/** Type 1 is a route of the console, type 2 another site; type 3 may be either. */
export function isUrlOfType(url: string, menuType: 1 | 2 | 3): boolean {
  const isRoute = url.startsWith('/');
  return menuType === 3 || isRoute === (menuType === 1);
}

/** Whether opening the menu leads to an address outside of the console. */
export function leavesThePlatform(menu: { menuUrl: string; menuType: 1 | 2 | 3 }): boolean {
  return menu.menuType !== 1 && !menu.menuUrl.startsWith('/');
}

/** The menu itself and everything below it. */
export function withDescendants(
  menus: readonly { id: string; parentId: string | null }[],
  id: string,
): Set<string> {
  const found = new Set([id]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const menu of menus) {
      if (menu.parentId !== null && found.has(menu.parentId)) {
        found.add(menu.id);
      }
    }
  }
  return found;
}
