import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { ErrorState } from '../../../../shared/ui/state/error-state.js';
import { MenuForm } from '../menu-form.js';
import styles from '../../roles/role-pages.module.css';

/** Add a menu, or edit the one of the query's `id` (spec part 2 §2, /editMenu); `parentId` says below which a new one hangs. */
export function MenuEditPage(): ReactNode {
  const [search] = useSearchParams();
  const id = search.get('id');
  const tree = useQuery(queryOptionsOf(endpoints.menus.tree, {}));
  const info = useQuery({
    ...queryOptionsOf(endpoints.menus.info, { menuId: id ?? '' }),
    enabled: id !== null,
  });
  const error = tree.error ?? info.error;
  if (tree.data && (id === null || info.data)) {
    return (
      <MenuForm key={id} tree={tree.data} menu={info.data} parentId={search.get('parentId')} />
    );
  }
  return (
    <div className={`card ${styles['tree']}`}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([tree.refetch(), id !== null && info.refetch()])}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
}
