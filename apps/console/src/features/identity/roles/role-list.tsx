import { DeleteOutlined } from '@ant-design/icons';
import type { RoleRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { roleNameOf } from './role-name.js';
import styles from './role-pages.module.css';

interface RoleListProps {
  roles: readonly RoleRow[];
  chosenId: string | undefined;
  onChoose: (role: RoleRow) => void;
  /** Without it roles can't be deleted here. */
  onRemove?: (role: RoleRow) => void;
}

/** The list of roles at the left; one is chosen. */
export function RoleList({ roles, chosenId, onChoose, onRemove }: RoleListProps): ReactNode {
  const { t } = useTranslation('roles');
  if (roles.length === 0) {
    return <EmptyState title={t('noRoles')} />;
  }
  return (
    <ul className={`card ${styles['roles']}`} aria-label={t('roles')}>
      {roles.map((role) => (
        <li key={role.id} className={role.id === chosenId ? styles['chosen'] : undefined}>
          <button
            type="button"
            className={styles['role']}
            aria-current={role.id === chosenId ? 'true' : undefined}
            onClick={() => onChoose(role)}
          >
            <b>{roleNameOf(role)}</b>
            <span className="soft small" title={role.description}>
              {t('userCount', { count: role.userCount })}
              {role.description && ` · ${role.description}`}
            </span>
          </button>
          {onRemove && !role.isSystemAdministrator && (
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('deleteOf', { name: roleNameOf(role) })}
              onClick={() => onRemove(role)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
