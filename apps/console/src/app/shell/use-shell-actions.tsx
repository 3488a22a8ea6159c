import {
  CustomerServiceOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { switchLanguage } from '../../features/identity/sign-in/switch-language.js';
import { messageOf } from '../../shared/api/api-error.js';
import { paths } from '../../shared/paths.js';
import { useThemeChoice } from '../../shared/theme/theme-context.js';
import { settingsMenu, targetOf, topMenuOf } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import { useMessages } from '../../shared/ui/messages/messages.js';

/** Something one can do from the top bar. */
export interface ShellAction {
  key: string;
  label: string;
  /** Its accessible name, where what is in sight is a word that the label does not hold. */
  name?: string;
  icon: ReactNode;
  act: () => void;
  /** Leads to where one is already. */
  isHere?: boolean;
}

/** What can be done from every page: settings, contact, theme, language. */
export function useShellActions(): ShellAction[] {
  const { t } = useTranslation('shell');
  const { message } = useMessages();
  const navigate = useNavigate();
  const menus = useMenus();
  const { pathname } = useLocation();
  const settings = settingsMenu(menus);
  const theme = useThemeChoice();
  const isLight = theme.name === 'light';
  return [
    ...(settings
      ? [
          {
            key: 'settings',
            label: t('settings'),
            icon: <SettingOutlined />,
            act: () => void navigate(targetOf(settings)),
            isHere: topMenuOf(menus, pathname) === settings,
          },
        ]
      : []),
    {
      key: 'contact',
      label: t('contact'),
      icon: <CustomerServiceOutlined />,
      act: () => void navigate(paths.contact),
      isHere: pathname === paths.contact,
    },
    {
      key: 'theme',
      label: isLight ? t('themeToDark') : t('themeToLight'),
      icon: isLight ? <MoonOutlined /> : <SunOutlined />,
      act: () => theme.choose(isLight ? 'dark' : 'light'),
    },
    {
      key: 'language',
      label: t('switchLanguage'),
      name: `${t('languageShort')} ${t('switchLanguage')}`,
      icon: <b>{t('languageShort')}</b>,
      act: () => void switchLanguage().catch((error: unknown) => message.error(messageOf(error))),
    },
  ];
}
