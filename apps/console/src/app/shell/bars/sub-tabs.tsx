import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import { useScrollCue } from '../../../shared/lib/dom/use-scroll-cue.js';
import { pathOf } from '../../../shared/menus/menu-leaves.js';
import { MenuLink } from '../../menus/menu-link.js';
import { entriesOf } from '../../../shared/menus/menu-leaves.js';
import { listPathOf, menuLabel, topMenuOf } from '../../menus/menu-tree.js';
import { useMenus } from '../../menus/menus-context.js';
import styles from '../shell.module.css';

/** The menus of the area one is in. */
export function SubTabs(): ReactNode {
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const menus = useMenus();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useScrollCue(bar);
  const area = topMenuOf(menus, pathname);
  const here = listPathOf(menus, pathname);
  useEffect(() => {
    bar.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [here]);
  return (
    <nav ref={bar} className={styles['tabs']} aria-label={t('subNavigation')}>
      {(area ? entriesOf([area]) : []).map((menu) => (
        <MenuLink key={menu.id} menu={menu} isHere={pathOf(menu.menuUrl) === here}>
          {menuLabel(menu, language)}
        </MenuLink>
      ))}
    </nav>
  );
}
