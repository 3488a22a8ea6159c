import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import {
  ListAndDetail,
  ListAndDetailSkeleton,
} from '../../../../shared/ui/layout/list-and-detail.js';
import { useChosenItem } from '../../../../shared/ui/layout/use-chosen-item.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { roleList } from '../../api/role-queries.js';
import { useWatchAccounts } from '../../identity-live.js';
import { RoleMenus } from '../role-menus.js';
import { RoleList } from '../role-list.js';

/** Which menus each role has (spec part 2 §2, Authority management). */
export function AuthorityPage(): ReactNode {
  const { t } = useTranslation('roles');
  useWatchAccounts('roles');
  useWatchAccounts('menus');
  const roles = useQuery(roleList());
  const { chosen, choose } = useChosenItem('roleId', roles.data);
  const menus = useQuery(queryOptionsOf(endpoints.menus.tree, {}));
  return (
    <PageState query={roles} skeleton={<ListAndDetailSkeleton />}>
      {(all) => (
        <ListAndDetail
          backLabel={t('roles')}
          list={
            <>
              <PageHeader isPart title={t('roles')} />
              {/* Unsaved ticks are asked about by their own guard. */}
              <RoleList roles={all} chosenId={chosen?.id} onChoose={choose} />
            </>
          }
          detail={
            chosen && (
              <PageState query={menus}>
                {(tree) => <RoleMenus key={chosen.id} role={chosen} tree={tree} />}
              </PageState>
            )
          }
        />
      )}
    </PageState>
  );
}
