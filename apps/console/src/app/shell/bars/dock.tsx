import { HomeOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import { paths } from '../../../shared/paths.js';
import { MenuIcon } from '../../menus/menu-icon.js';
import { dockMenus, menuLabel, targetOf, topMenuOf } from '../../menus/menu-tree.js';
import { useMenus } from '../../menus/menus-context.js';
import styles from '../shell.module.css';

/** The footer navigation: the workbench and the areas the user may see. */
export function Dock(): ReactNode {
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const menus = useMenus();
  const { pathname } = useLocation();
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
            {menuLabel(menu, language)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
