import type { MenuNode } from '@clusterdesk/contracts';
import { createContext, use } from 'react';

/** The menus of the signed-in user, set by the guard. */
export const MenusContext = createContext<readonly MenuNode[] | null>(null);

/** The signed-in user's menu tree. */
export function useMenus(): readonly MenuNode[] {
  const menus = use(MenusContext);
  if (!menus) {
    throw new Error('useMenus needs the guard above it');
  }
  return menus;
}
