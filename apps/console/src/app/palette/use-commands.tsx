import { DeleteOutlined, PlusOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../shared/api/api-error.js';
import { useLanguage } from '../../shared/i18n/i18n.js';
import { paths } from '../../shared/paths.js';
import { MenuIcon } from '../menus/menu-icon.js';
import { entriesOf } from '../../shared/menus/menu-leaves.js';
import { isAllowed, menuLabel } from '../menus/menu-tree.js';
import { useMenus } from '../menus/menus-context.js';
import { openOutside } from '../../shared/menus/open-outside.js';
import { useShellActions } from '../shell/use-shell-actions.js';
import type { PaletteEntry } from './palette-entry.js';
import { useMessages } from '../../shared/ui/messages/messages.js';

/** What the palette offers by itself: the user's pages, and what can be done from anywhere. */
export function useCommands(onHelp: () => void): {
  pages: PaletteEntry[];
  actions: PaletteEntry[];
} {
  const { t } = useTranslation(['palette', 'shell']);
  const { message } = useMessages();
  const language = useLanguage();
  const menus = useMenus();
  const navigate = useNavigate();
  const shellActions = useShellActions();
  const lead = (path: string) => () => void navigate(path);
  const own = (id: string, label: string, path: string): PaletteEntry => ({
    id,
    label,
    act: lead(path),
  });

  const pages: PaletteEntry[] = [
    own('workbench', t('shell:workbench'), paths.workbench),
    ...entriesOf(menus).map((menu): PaletteEntry => ({
      id: menu.id,
      label: menuLabel(menu, language),
      also: `${menu.menuName} ${menu.menuNameEn}`,
      icon: <MenuIcon menu={menu} />,
      act:
        menu.menuType === 1
          ? lead(menu.menuUrl)
          : () => void openOutside(menu).catch((error: unknown) => message.error(messageOf(error))),
    })),
    own('account', t('shell:profile'), paths.account),
  ];
  const offered = [
    {
      id: 'newJob',
      label: t('palette:newJob'),
      page: paths.newJob,
      path: paths.newJob,
      icon: <PlusOutlined />,
    },
    {
      id: 'newUser',
      label: t('palette:newUser'),
      page: paths.users,
      path: paths.newUser,
      icon: <PlusOutlined />,
    },
    {
      id: 'trash',
      label: t('palette:openTrash'),
      page: paths.trash,
      path: paths.trash,
      icon: <DeleteOutlined />,
    },
  ].filter(({ page }) => isAllowed(menus, page));
  const actions: PaletteEntry[] = [
    ...offered.map(({ id, label, path, icon }) => ({ id, label, icon, act: lead(path) })),
    own('password', t('shell:changePassword'), paths.ownPassword),
    ...shellActions
      .filter(({ key }) => key === 'theme' || key === 'language')
      .map(({ key, label, icon, act }) => ({ id: key, label, icon, act })),
    { id: 'help', label: t('shell:shortcuts'), icon: <QuestionCircleOutlined />, act: onHelp },
  ];
  return { pages, actions };
}
