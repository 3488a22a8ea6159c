import { userStates } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../../shared/ui/table/search-box.js';
import { roleList } from '../../api/role-queries.js';
import { roleNameOf } from '../../roles/role-name.js';
import type { useUserListView } from './user-list-view.js';
import styles from '../users.module.css';
import { FailureNote } from '../../../../shared/ui/state/failure-note.js';

/** Narrows the user list by words, role and state. */
export function UserFilters({ view }: { view: ReturnType<typeof useUserListView> }): ReactNode {
  const { t } = useTranslation(['users', 'roles']);
  const roles = useQuery(roleList());
  const { search, roleId, state } = view.filter;
  return (
    <div className={styles['filters']}>
      <Select
        value={roles.data ? roleId : ''}
        aria-label={t('role')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('allRoles') },
          ...(roles.data ?? []).map((role) => ({ value: role.id, label: roleNameOf(role) })),
        ]}
        onChange={(next) => view.narrow({ roleId: next })}
      />
      <FailureNote query={roles} what={t('roles:notLoaded')} />
      <Select
        value={state}
        aria-label={t('state')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('allStates') },
          ...userStates.map((known) => ({ value: known as string, label: t(`state_${known}`) })),
        ]}
        onChange={(next) => view.narrow({ state: next })}
      />
      <SearchBox
        value={search}
        label={t('searchHint')}
        onSearch={(text) => view.narrow({ search: text })}
      />
    </div>
  );
}
