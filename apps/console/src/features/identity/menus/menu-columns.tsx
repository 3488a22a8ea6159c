import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CaretDownOutlined,
  CaretRightOutlined,
} from '@ant-design/icons';
import type { MenuNode } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { currentLanguage } from '../../../shared/i18n/i18n.js';
import { iconUrl } from '../../../shared/menus/icon-url.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { paths } from '../../../shared/paths.js';
import type { MenuRow } from './menu-rows.js';
import styles from './menus.module.css';

type Translate = TFunction<['menus', 'common']>;

export interface MenuActions {
  folded: ReadonlySet<string>;
  toggle: (menu: MenuNode) => void;
  remove: (menu: MenuNode) => void;
  shift: (menu: MenuNode, direction: 'up' | 'down') => void;
}

/** Pixels by which a level stands in. */
const indent = 24;

/** A menu's name in the language in use. */
export const nameOf = (menu: MenuNode): string =>
  (currentLanguage() === 'en' && menu.menuNameEn) || menu.menuName;

function MenuName({ row, t, actions }: { row: MenuRow; t: Translate; actions: MenuActions }) {
  const { menu, depth } = row;
  const isFolded = actions.folded.has(menu.id);
  const icon = iconUrl(menu.menuIcon);
  return (
    <span className={styles['name']} style={{ paddingInlineStart: depth * indent }}>
      {menu.children.length > 0 ? (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'unfold' : 'fold', { name: nameOf(menu) })}
          onClick={() => actions.toggle(menu)}
        >
          {isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />}
        </button>
      ) : (
        <span className={styles['leaf']} />
      )}
      {icon && <img src={icon} alt="" width={20} height={20} />}
      <span title={nameOf(menu)}>{nameOf(menu)}</span>
    </span>
  );
}

/** The ways a menu moves within its list. */
const shifts = [
  {
    direction: 'up',
    words: 'moveUp',
    Icon: ArrowUpOutlined,
    isAtEnd: ({ isFirst }: MenuRow): boolean => isFirst,
  },
  {
    direction: 'down',
    words: 'moveDown',
    Icon: ArrowDownOutlined,
    isAtEnd: ({ isLast }: MenuRow): boolean => isLast,
  },
] as const;

function MenuActionsOf({ row, t, actions }: { row: MenuRow; t: Translate; actions: MenuActions }) {
  const { menu } = row;
  const named = (action: string): string => t('actionOf', { action, name: nameOf(menu) });
  const id = encodeURIComponent(menu.id);
  return (
    <RowActions>
      {shifts.map(({ direction, words, Icon, isAtEnd }) => (
        <Button
          key={direction}
          type="text"
          size="small"
          icon={<Icon />}
          disabled={isAtEnd(row)}
          title={t(words)}
          aria-label={named(t(words))}
          onClick={() => actions.shift(menu, direction)}
        />
      ))}
      <Link to={paths.newMenuBelow(id)} aria-label={named(t('addBelow'))}>
        {t('addBelow')}
      </Link>
      <Link to={paths.menu(id)} aria-label={named(t('common:edit'))}>
        {t('common:edit')}
      </Link>
      <Button
        type="link"
        size="small"
        danger
        aria-label={named(t('common:remove'))}
        onClick={() => actions.remove(menu)}
      >
        {t('common:remove')}
      </Button>
    </RowActions>
  );
}

/** The columns of the menu tree table (spec part 2 §2). */
export function menuColumns(t: Translate, actions: MenuActions): Column<MenuRow>[] {
  const otherName = ({ menu }: MenuRow): string =>
    currentLanguage() === 'en' ? menu.menuName : menu.menuNameEn;
  return [
    {
      id: 'menuName',
      title: t('menuName'),
      isAlways: true,
      cell: (row) => <MenuName row={row} t={t} actions={actions} />,
    },
    {
      id: 'otherName',
      title: t('otherName'),
      inCard: 'none',
      priority: 3,
      cell: (row) => otherName(row) || '–',
    },
    {
      id: 'menuUrl',
      title: t('menuUrl'),
      inCard: 'note',
      cell: ({ menu }) => <span title={menu.menuUrl}>{menu.menuUrl}</span>,
    },
    {
      id: 'menuType',
      title: t('menuType'),
      inCard: 'note',
      priority: 2,
      cell: ({ menu }) => t(`type_${menu.menuType}`),
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      isActions: true,
      cell: (row) => <MenuActionsOf row={row} t={t} actions={actions} />,
    },
  ];
}
