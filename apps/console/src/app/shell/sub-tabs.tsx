import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import { leavesOf, listPathOf, menuLabel, pathOf, topMenuOf } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import styles from './shell.module.css';

/** The menus of the area one is in. */
export function SubTabs(): ReactNode {
  const { t } = useTranslation('shell');
  const menus = useMenus();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  const area = topMenuOf(menus, pathname);
  const here = listPathOf(menus, pathname);
  useEffect(() => {
    bar.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [here]);
  return (
    <nav ref={bar} className={styles['tabs']} aria-label={t('subNavigation')}>
      {(area ? leavesOf([area]) : []).map((menu) => (
        <Link
          key={menu.id}
          to={menu.menuUrl}
          aria-current={pathOf(menu.menuUrl) === here ? 'page' : undefined}
        >
          {menuLabel(menu, currentLanguage())}
        </Link>
      ))}
    </nav>
  );
}
