import { HomeOutlined } from '@ant-design/icons';
import type { MenuNode } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import { useIsNarrow } from '../../../shared/lib/dom/use-is-narrow.js';
import { paths } from '../../../shared/paths.js';
import { MenuIcon } from '../../menus/menu-icon.js';
import { dockMenus, menuLabel, targetOf, topMenuOf } from '../../menus/menu-tree.js';
import { useMenus } from '../../menus/menus-context.js';
import styles from '../shell.module.css';

/** English names of standard menus that are too long for a phone's dock; a menu that was renamed shows its own name. */
const shortNames: Readonly<Record<string, string>> = {
  'My data': 'Files',
  'Shared space': 'Shared',
  Applications: 'Apps',
};

/** The footer navigation: the workbench and the areas the user may see. */
export function Dock(): ReactNode {
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const menus = useMenus();
  const { pathname } = useLocation();
  const isNarrow = useIsNarrow();
  const labelOf = (menu: MenuNode): string => {
    const name = menuLabel(menu, language);
    return (isNarrow && shortNames[name]) || name;
  };
  const here = topMenuOf(menus, pathname);
  return (
    <nav className={styles['dock']} aria-label={t('mainNavigation')}>
      <Link to={paths.workbench} aria-current={pathname === paths.workbench ? 'page' : undefined}>
        <span className={styles['dockIcon']} aria-hidden>
          <HomeOutlined />
        </span>
        <span className={styles['dockLabel']}>{t('workbench')}</span>
      </Link>
      {dockMenus(menus).map((menu) => (
        <Link key={menu.id} to={targetOf(menu)} aria-current={menu === here ? 'page' : undefined}>
          <span className={styles['dockIcon']} aria-hidden>
            <MenuIcon menu={menu} isArea />
          </span>
          <span className={styles['dockLabel']} title={menuLabel(menu, language)}>
            {labelOf(menu)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
