import { MoreOutlined } from '@ant-design/icons';
import type { UserRow } from '@clusterdesk/contracts';
import { Button, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { readUserId } from '../../../../shared/api/session.js';
import { paths } from '../../../../shared/paths.js';
import { MenuButton } from '../../../../shared/ui/menu/menu-button.js';
import { RowActions } from '../../../../shared/ui/table/row-actions.js';
import type { UserActions } from '../use-user-actions.js';

interface UserRowActionsProps {
  user: UserRow;
  actions: UserActions;
  /** Shows and sets how much the user may keep. */
  onSpace: (user: UserRow) => void;
}

/** What can be done to the user of a row (spec part 2 §2, User list): the page of the user, and the rest in a menu. */
export function UserRowActions({ user, actions, onSpace }: UserRowActionsProps): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const named = (action: string): string => t('actionOf', { action, name: user.userName });
  // Nobody may freeze or delete oneself.
  const isSelf = user.id === readUserId();
  const go = (path: string) => () => void navigate(path);
  const items: MenuProps['items'] = [
    { key: 'password', label: t('changePassword'), onClick: go(paths.userPassword(user.id)) },
    {
      key: 'role',
      label: t('changeRole'),
      onClick: go(paths.userRoles(user.id, user.roleList[0]?.id ?? '')),
    },
    { key: 'space', label: t('changeQuota'), onClick: () => onSpace(user) },
    user.enable === 2
      ? { key: 'activate', label: t('activate'), onClick: go(paths.userActivation(user.id)) }
      : {
          key: 'freeze',
          label: t('freeze'),
          disabled: isSelf,
          onClick: () => void actions.freeze(user),
        },
    { type: 'divider' },
    {
      key: 'remove',
      label: t('common:remove'),
      danger: true,
      disabled: isSelf,
      onClick: () => void actions.remove(user),
    },
  ];
  return (
    <RowActions>
      <Link to={paths.user(user.id)} aria-label={named(t('common:edit'))}>
        {t('common:edit')}
      </Link>
      <MenuButton placement="bottomRight" menu={{ items }}>
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={named(t('moreActions'))}
          title={t('moreActions')}
        />
      </MenuButton>
    </RowActions>
  );
}
