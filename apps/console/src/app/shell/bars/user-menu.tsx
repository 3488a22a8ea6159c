import { DownOutlined, KeyOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { signOut } from '../../../features/identity/sign-in/sign-out.js';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { MenuButton } from '../../../shared/ui/menu/menu-button.js';
import { paths } from '../../../shared/paths.js';
import styles from '../shell.module.css';
import type { ShellAction } from '../use-shell-actions.js';
import { personName } from '../../../shared/users/person-name.js';

type MenuItem = NonNullable<MenuProps['items']>[number];

/** Profile, change of password, and sign-out with a confirmation. */
export function UserMenu({ moreActions }: { moreActions: ShellAction[] }): ReactNode {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const confirm = useConfirm();
  const transfers = useTransfers();
  const detail = useCallerDetail();
  const name = detail ? personName(detail) : '';

  const leave = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: t('signOutTitle'),
      hint: transfers.isUploading() ? t('signOutUploads') : t('signOutHint'),
    });
    if (isConfirmed) {
      await signOut();
    }
  };

  const actions: ShellAction[] = [
    {
      key: 'profile',
      label: t('profile'),
      icon: <UserOutlined />,
      act: () => void navigate(paths.account),
    },
    {
      key: 'password',
      label: t('changePassword'),
      icon: <KeyOutlined />,
      act: () => void navigate(paths.ownPassword),
    },
    ...moreActions,
  ];
  const toItem = ({ key, label, icon, act }: ShellAction): MenuItem => ({
    key,
    label,
    icon,
    onClick: act,
  });
  return (
    <MenuButton
      placement="bottomRight"
      menu={{
        items: [
          ...actions.map(toItem),
          { type: 'divider' as const },
          toItem({
            key: 'leave',
            label: t('signOut'),
            icon: <LogoutOutlined />,
            act: () => void leave(),
          }),
        ],
      }}
    >
      <button type="button" className={styles['me']} aria-label={`${t('userMenu')} ${name}`}>
        <span className={styles['avatar']} data-letter={[...name][0]?.toUpperCase()} aria-hidden />
        <span className={styles['name']}>{name}</span>
        <DownOutlined style={{ fontSize: 10 }} />
      </button>
    </MenuButton>
  );
}
