import {
  CustomerServiceOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { App, Button, Grid, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { switchLanguage } from '../../features/identity/sign-in/switch-language.js';
import { messageOf } from '../../shared/api/api-error.js';
import { useThemeChoice } from '../../shared/theme/theme-context.js';
import { BrandMark } from '../../shared/ui/layout/brand-mark.js';
import { paths } from '../../shared/paths.js';
import { settingsMenu, targetOf } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import styles from './shell.module.css';
import { SubTabs } from './sub-tabs.js';
import { UserMenu, type ShellAction } from './user-menu.js';

/** Logo, sub-menu tabs, settings, contact, theme, language, user. On a narrow screen the actions move into the user menu. */
export function TopBar(): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const menus = useMenus();
  const theme = useThemeChoice();
  const isWide = Grid.useBreakpoint().md !== false;
  const settings = settingsMenu(menus);
  const isLight = theme.name === 'light';

  const actions: ShellAction[] = [
    ...(settings
      ? [
          {
            key: 'settings',
            label: t('shell:settings'),
            icon: <SettingOutlined />,
            act: () => void navigate(targetOf(settings)),
          },
        ]
      : []),
    {
      key: 'contact',
      label: t('shell:contact'),
      icon: <CustomerServiceOutlined />,
      act: () => void navigate(paths.contact),
    },
    {
      key: 'theme',
      label: isLight ? t('shell:themeToDark') : t('shell:themeToLight'),
      icon: isLight ? <MoonOutlined /> : <SunOutlined />,
      act: () => theme.choose(isLight ? 'dark' : 'light'),
    },
    {
      key: 'language',
      label: t('shell:switchLanguage'),
      icon: <b>{t('shell:languageShort')}</b>,
      act: () => void switchLanguage().catch((error: unknown) => message.error(messageOf(error))),
    },
  ];

  return (
    <header className={styles['top']}>
      <Link className={styles['logo']} to={paths.workbench} title={t('shell:toWorkbench')}>
        <BrandMark size={28} />
        {t('common:productName')}
        {t('common:productName') !== 'ClusterDesk' && <small>ClusterDesk</small>}
      </Link>
      <SubTabs />
      <div className={styles['icons']}>
        {isWide &&
          actions.map(({ key, label, icon, act }) => (
            <Tooltip key={key} title={label} mouseEnterDelay={0.4}>
              <Button type="text" icon={icon} aria-label={label} onClick={act} />
            </Tooltip>
          ))}
        <UserMenu moreActions={isWide ? [] : actions} />
      </div>
    </header>
  );
}
