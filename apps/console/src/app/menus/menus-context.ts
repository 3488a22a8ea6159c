import type { MenuNode } from '@clusterdesk/contracts';
import { createContext, use } from 'react';

interface Menus {
  tree: readonly MenuNode[];
  /** Whether the user may open a page; given with the menus, so that pages need not know the table that they stand in. */
  isAllowed: (path: string) => boolean;
}

/** The menus of the signed-in user, set by the guard. */
export const MenusContext = createContext<Menus | null>(null);

function useGiven(): Menus {
  const menus = use(MenusContext);
  if (!menus) {
    throw new Error('useMenus needs the guard above it');
  }
  return menus;
}

/** The signed-in user's menu tree. */
export const useMenus = (): readonly MenuNode[] => useGiven().tree;

/** Tells whether the signed-in user may open a page. */
export const useIsAllowed = (): Menus['isAllowed'] => useGiven().isAllowed;
