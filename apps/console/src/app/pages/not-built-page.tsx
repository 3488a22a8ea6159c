import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { NotBuilt } from '../../shared/ui/state/not-built.js';
import { pathOf, withDescendants } from '../../shared/menus/menu-leaves.js';
import { menuLabel } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';

/** The place of a page that a later version brings, under the name its menu has. */
export function NotBuiltPage(): ReactNode {
  const language = useLanguage();
  const menus = useMenus();
  const { pathname } = useLocation();
  const menu = menus
    .flatMap(withDescendants)
    .filter((node) => pathOf(node.menuUrl) === pathname)
    .at(-1);
  return <NotBuilt {...(menu ? { name: menuLabel(menu, language) } : {})} />;
}
