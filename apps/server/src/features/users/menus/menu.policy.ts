/** Without these, administrators could not mend what else is wrong: they stay, and lead where they lead. */
const protectedIds: ReadonlySet<string> = new Set([
  'userList',
  'settings',
  'settings.roles',
  'settings.menus',
  'settings.authority',
]);

export function isProtectedMenu(id: string): boolean {
  return protectedIds.has(id);
}

/** A protected page would grant nothing any more if it became a group (docs: groups grant nothing). */
export function mayHaveChildren(id: string): boolean {
  return id === 'settings' || !protectedIds.has(id);
}

/** Type 1 is a route of the console, type 2 another site; type 3 may be either. */
export function isUrlOfType(url: string, menuType: 1 | 2 | 3): boolean {
  const isRoute = url.startsWith('/');
  return menuType === 3 || isRoute === (menuType === 1);
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
