import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { ErrorState } from '../../../../shared/ui/feedback/error-state.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { roleList } from '../../api/role-queries.js';
import { useWatchAccounts } from '../../identity-live.js';
import { ColumnsSkeleton } from '../columns-skeleton.js';
import { RoleMenus } from '../role-menus.js';
import styles from '../role-pages.module.css';
import { RoleList } from '../role-list.js';

/** Which menus each role has (spec part 2 §2, Authority management). */
export function AuthorityPage(): ReactNode {
  const { t } = useTranslation('roles');
  const [search, setSearch] = useSearchParams();
  useWatchAccounts('roles');
  useWatchAccounts('menus');
  const roles = useQuery(roleList());
  const menus = useQuery(queryOptionsOf(endpoints.menus.tree, {}));
  if (!roles.data || !menus.data) {
    const error = roles.error ?? menus.error;
    const retry = (): void => void Promise.all([roles.refetch(), menus.refetch()]);
    return error ? (
      <div className="card">
        <ErrorState error={error} onRetry={retry} />
      </div>
    ) : (
      <ColumnsSkeleton />
    );
  }
  const chosen = roles.data.find(({ id }) => id === search.get('roleId')) ?? roles.data[0];
  // Unsaved ticks are asked about by their own guard.
  const choose = (role: RoleRow): void => {
    if (role.id !== chosen?.id) {
      setSearch({ roleId: role.id }, { replace: true });
    }
  };
  return (
    <div className={styles['columns']}>
      <div className={styles['side']}>
        <PageHeader title={t('roles')} />
        <RoleList roles={roles.data} chosenId={chosen?.id} onChoose={choose} />
      </div>
      {chosen && <RoleMenus key={chosen.id} role={chosen} tree={menus.data} />}
    </div>
  );
}
