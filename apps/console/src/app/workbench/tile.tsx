import type { MenuNode, WorkbenchFacts } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { pathOf } from '../../shared/menus/menu-leaves.js';
import { MenuIcon } from '../menus/menu-icon.js';
import { MenuLink } from '../menus/menu-link.js';
import { menuLabel } from '../menus/menu-tree.js';
import { shellRoutes } from '../routes/shell-routes.js';
import { tileFact } from './tile-facts.js';
import styles from './workbench-page.module.css';

/** Pages of the specification that a later version brings. */
const comingPaths = new Set(
  shellRoutes
    .filter(({ page, isDiscontinued }) => !page && !isDiscontinued)
    .map(({ path }) => path),
);

interface TileProps {
  menu: MenuNode;
  facts: WorkbenchFacts | undefined;
}

/** A menu as a tile, with what its page would say first. */
export function Tile({ menu, facts }: TileProps): ReactNode {
  const { t } = useTranslation('workbench');
  const language = useLanguage();
  const path = menu.menuType === 1 ? pathOf(menu.menuUrl) : '';
  const isComing = comingPaths.has(path);
  const fact = isComing ? t('comingSoon') : tileFact(path, facts, t);
  return (
    <MenuLink menu={menu} className={`card ${styles['tile']} ${isComing ? styles['coming'] : ''}`}>
      <span className={styles['icon']} aria-hidden>
        <MenuIcon menu={menu} />
      </span>
      <span className={styles['label']}>{menuLabel(menu, language)}</span>
      <span className={styles['fact']}>{fact}</span>
    </MenuLink>
  );
}
