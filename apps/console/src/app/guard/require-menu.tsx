import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.js';
import { isAllowed } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';

/** Lets through what the user's menus allow; anything else leads to the no-permission page (spec part 1 §6). */
export function RequireMenu(): ReactNode {
  const menus = useMenus();
  const { pathname } = useLocation();
  return isAllowed(menus, pathname) ? <Outlet /> : <Navigate replace to={paths.noPermission} />;
}
