import { useLocation } from 'react-router-dom';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { entriesOf, pathOf } from '../../shared/menus/menu-leaves.js';
import { menuLabel } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import { useRouteTitle } from '../titled-pages.js';

/** What the page shown is called: by its menu, which an administrator may have renamed, else by the route table. */
export function usePageName(): string {
  const language = useLanguage();
  const menus = useMenus();
  const { pathname } = useLocation();
  const routeTitle = useRouteTitle();
  const menu = entriesOf(menus).find((entry) => pathOf(entry.menuUrl) === pathname);
  return menu ? menuLabel(menu, language) : (routeTitle ?? '');
}
