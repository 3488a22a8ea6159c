import type { UserRow, UserSort } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatList } from '../../../../shared/lib/format/format-list.js';
import { RelativeTime } from '../../../../shared/lib/time/time-text.js';
import { paths } from '../../../../shared/paths.js';
import type { Column } from '../../../../shared/ui/table/data-table/data-table-types.js';
import { roleNameOf } from '../../roles/role-name.js';
import { UserState, validityText } from '../user-state.js';
import styles from '../users.module.css';

type Translate = TFunction<['users', 'common']>;

const roleNames = (user: UserRow): string => formatList(user.roleList.map(roleNameOf)) || '–';

const NameLink = ({ user }: { user: UserRow }): ReactNode => (
  <Link to={paths.user(user.id)} className={styles['nameLink']} title={user.userName}>
    {user.userName}
  </Link>
);

const byServer = { sortBy: 'server' } as const;

/** The columns of the user list (spec part 2 §2); those that sort are named as the server's sorts are. */
export function userColumns(
  t: Translate,
  actionsOf: (user: UserRow) => ReactNode,
): Column<UserRow>[] {
  const text = (
    id: 'realName' | 'mobile' | 'email' | 'companyName' | 'companyAddress',
    more: Partial<Column<UserRow>> = {},
  ): Column<UserRow> => ({
    id,
    title: t(id),
    cell: ({ [id]: value }) => (value ? <span title={value}>{value}</span> : '–'),
    inCard: 'note',
    ...more,
  });
  const sorted = (id: UserSort): { id: UserSort; sortBy: 'server' } => ({ id, ...byServer });
  return [
    {
      ...sorted('userName'),
      title: t('userName'),
      isAlways: true,
      cell: (user) => <NameLink user={user} />,
    },
    text('realName', byServer),
    text('mobile', { priority: 3 }),
    text('email', { priority: 2, isLong: true, width: '112px' }),
    text('companyName', { priority: 3, ...byServer }),
    text('companyAddress', { priority: 3, isLong: true, inCard: 'none' }),
    {
      id: 'role',
      title: t('role'),
      inCard: 'note',
      cell: (user) => <span title={roleNames(user)}>{roleNames(user)}</span>,
    },
    {
      ...sorted('expiredDate'),
      title: t('validity'),
      inCard: 'note',
      priority: 2,
      isWhole: true,
      cell: (user) => <span title={validityText(user, t)}>{validityText(user, t)}</span>,
    },
    {
      ...sorted('lastSignInTime'),
      title: t('lastSignInTime'),
      isOptional: true,
      inCard: 'none',
      cell: (user) =>
        user.lastSignInTime ? <RelativeTime time={user.lastSignInTime} /> : t('neverSignedIn'),
    },
    {
      ...sorted('createTime'),
      title: t('createTime'),
      isOptional: true,
      cell: (user) => <RelativeTime time={user.createTime} />,
    },
    {
      id: 'state',
      title: t('state'),
      isWhole: true,
      inCard: 'tag',
      cell: (user) => <UserState user={user} />,
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      isActions: true,
      cell: actionsOf,
    },
  ];
}
