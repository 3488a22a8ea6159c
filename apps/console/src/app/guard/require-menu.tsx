import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.js';
import { useIsAllowed } from '../menus/menus-context.js';

/** Lets through what the user's menus allow; anything else leads to the no-permission page (spec part 1 §6). */
export function RequireMenu(): ReactNode {
  const isAllowed = useIsAllowed();
  const { pathname } = useLocation();
  return isAllowed(pathname) ? <Outlet /> : <Navigate replace to={paths.noPermission} />;
}
