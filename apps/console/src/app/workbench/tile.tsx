import type { MenuNode, WorkbenchFigures } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { pathOf } from '../../shared/menus/menu-leaves.js';
import { MenuIcon } from '../menus/menu-icon.js';
import { MenuLink } from '../menus/menu-link.js';
import { menuLabel } from '../menus/menu-tree.js';
import { hasTileFact, tileFact } from './tile-facts.js';
import styles from './workbench-page.module.css';

interface TileProps {
  menu: MenuNode;
  facts: WorkbenchFigures | undefined;
}

/** A menu as a tile, with what its page would say first. */
export function Tile({ menu, facts }: TileProps): ReactNode {
  const { t } = useTranslation('workbench');
  const language = useLanguage();
  const path = menu.menuType === 1 ? pathOf(menu.menuUrl) : '';
  return (
    <MenuLink menu={menu} className={`card ${styles['tile']}`}>
      <span className={styles['icon']} aria-hidden>
        <MenuIcon menu={menu} />
      </span>
      <span className={styles['label']}>{menuLabel(menu, language)}</span>
      {hasTileFact(path) && <span className={styles['fact']}>{tileFact(path, facts, t)}</span>}
    </MenuLink>
  );
}
