import type { UserRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readUserId } from '../../../shared/api/session.js';
import type { Column } from '../../../shared/ui/table/data-table-types.js';
import { StatusTag } from '../../../shared/ui/feedback/status-tag.js';
import { paths } from '../../../shared/paths.js';
import { dayOf } from './validity.js';
import styles from './users.module.css';
import { formatList } from '../../../shared/lib/format/format-list.js';

type Translate = TFunction<['users', 'common']>;

export interface UserActions {
  remove: (user: UserRow) => void;
  freeze: (user: UserRow) => void;
  /** Shows and sets how much the user may keep. */
  space: (user: UserRow) => void;
}

const StateTag = ({ user, t }: { user: UserRow; t: Translate }): ReactNode =>
  user.enable === 1 ? (
    <StatusTag state="ok">{t('active')}</StatusTag>
  ) : (
    <StatusTag state="bad">{t('frozen')}</StatusTag>
  );

/** The period in which somebody may sign in, in words. */
function validityText(user: UserRow, t: Translate): string {
  const start = user.effectiveDate && dayOf(user.effectiveDate);
  const end = user.expiredDate && dayOf(user.expiredDate);
  if (start && end) {
    return t('span', { start, end });
  }
  return start ? t('from', { start }) : end ? t('until', { end }) : t('unlimited');
}

const roleNames = (user: UserRow): string =>
  formatList(user.roleList.map(({ roleName }) => roleName)) || '–';

function RowActions({ user, t, actions }: { user: UserRow; t: Translate; actions: UserActions }) {
  const named = (action: string): string => t('actionOf', { action, name: user.userName });
  const id = encodeURIComponent(user.id);
  const roleIds = encodeURIComponent(user.roleList[0]?.id ?? '');
  const isSelf = user.id === readUserId();
  return (
    <span className={styles['actions']}>
      <Link to={paths.userPassword(id)} aria-label={named(t('changePassword'))}>
        {t('changePassword')}
      </Link>
      <Link to={paths.userRoles(id, roleIds)} aria-label={named(t('changeRole'))}>
        {t('changeRole')}
      </Link>
      <Button
        type="link"
        size="small"
        aria-label={named(t('space'))}
        onClick={() => actions.space(user)}
      >
        {t('space')}
      </Button>
      {user.enable === 2 ? (
        <Link to={paths.userActivation(id)} aria-label={named(t('activate'))}>
          {t('activate')}
        </Link>
      ) : (
        // Nobody may freeze or delete oneself.
        <Button
          type="link"
          size="small"
          disabled={isSelf}
          aria-label={named(t('freeze'))}
          onClick={() => actions.freeze(user)}
        >
          {t('freeze')}
        </Button>
      )}
      <Button
        type="link"
        size="small"
        danger
        disabled={isSelf}
        aria-label={named(t('common:remove'))}
        onClick={() => actions.remove(user)}
      >
        {t('common:remove')}
      </Button>
    </span>
  );
}

/** The columns of the user list (spec part 2 §2). */
export function userColumns(t: Translate, actions: UserActions): Column<UserRow>[] {
  const text = (
    id: 'userName' | 'realName' | 'mobile' | 'email' | 'companyName' | 'companyAddress',
    more: Partial<Column<UserRow>> = {},
  ): Column<UserRow> => ({
    id,
    title: t(id),
    cell: (user) => <span title={user[id] ?? ''}>{user[id] || '–'}</span>,
    ...more,
  });
  return [
    text('userName', { cell: (user) => <b title={user.userName}>{user.userName}</b> }),
    text('realName'),
    text('mobile', { width: '124px', priority: 2 }),
    text('email', { priority: 2 }),
    text('companyName', { priority: 3 }),
    text('companyAddress', { priority: 3 }),
    {
      id: 'role',
      title: t('role'),
      cell: (user) => <span title={roleNames(user)}>{roleNames(user)}</span>,
    },
    {
      id: 'validity',
      title: t('validity'),
      width: '202px',
      priority: 3,
      cell: (user) => validityText(user, t),
    },
    {
      id: 'state',
      title: t('state'),
      width: '92px',
      cell: (user) => <StateTag user={user} t={t} />,
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      width: '300px',
      cell: (user) => <RowActions user={user} t={t} actions={actions} />,
    },
  ];
}

/** A user where the table is too narrow for columns. */
export const userCard = (t: Translate, actions: UserActions) =>
  function UserCard(user: UserRow): ReactNode {
    const details = [
      user.mobile,
      user.email,
      user.companyName,
      roleNames(user),
      validityText(user, t),
    ];
    return (
      <div className={styles['userCard']}>
        <span>
          <b>{user.userName}</b> {user.realName}
        </span>
        <StateTag user={user} t={t} />
        <span className="soft small">{details.filter(Boolean).join(' · ')}</span>
        <RowActions user={user} t={t} actions={actions} />
      </div>
    );
  };
