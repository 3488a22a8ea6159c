import { PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { paths } from '../../../../shared/paths.js';
import { LinkButton } from '../../../../shared/ui/action/link-button.js';
import { useSelectedRows } from '../../../../shared/ui/table/data-table/row-selection.js';
import { ListPage } from '../../../../shared/ui/table/list-page.js';
import { useWatchAccounts } from '../../identity-live.js';
import { lazyComponent } from '../../../../shared/ui/lazy-component.js';
import { BulkBar } from '../bulk/bulk-bar.js';
import { UserImport } from '../import/user-import.js';
import { userColumns } from '../list/user-columns.js';
import { UserFilters } from '../list/user-filters.js';
import { useUserListView } from '../list/user-list-view.js';
import { UserRowActions } from '../list/user-row-actions.js';
import { useUserActions } from '../use-user-actions.js';

const UserSpaceDialog = lazyComponent(
  async () => (await import('../user-space-dialog.js')).UserSpaceDialog,
);

/** Users by page, with everything an administrator does to one or several of them (spec part 2 §2, User list). */
export function UserListPage(): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const actions = useUserActions();
  const view = useUserListView();
  useWatchAccounts('users');
  const users = useQuery({
    ...queryOptionsOf(endpoints.users.list, view.input),
    placeholderData: keepPreviousData,
  });
  const { selected, select } = useSelectedRows(users.data?.data);
  const [spaceOf, setSpaceOf] = useState<UserRow | null>(null);
  const columns = useMemo(
    () =>
      userColumns(t, (user) => (
        <UserRowActions user={user} actions={actions} onSpace={setSpaceOf} />
      )),
    [t, actions],
  );
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newUser}>
      {t('addUser')}
    </LinkButton>
  );
  return (
    <ListPage
      name="users"
      label={t('title')}
      actions={
        <>
          {selected.size === 0 && (
            <>
              {add}
              <UserImport />
            </>
          )}
          <BulkBar users={selected} onSelect={select} />
        </>
      }
      extra={<UserFilters view={view} />}
      columns={columns}
      query={users}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      rowId={(user) => user.id}
      rowName={(user) => user.userName}
      sorting={view.sorting}
      onSortingChange={view.sortBy}
      isPicker
      selection={new Set(selected.keys())}
      onSelectionChange={select}
      onOpen={(user) => void navigate(paths.user(user.id))}
      noMatch={t('noMatch')}
      onClear={view.isNarrowed ? view.clear : null}
      empty={{
        icon: <TeamOutlined />,
        title: t('noUsers'),
        hint: t('noUsersHint'),
        action: add,
      }}
    >
      {spaceOf && (
        <UserSpaceDialog
          user={spaceOf}
          onClose={() => setSpaceOf(null)}
          onMissing={() => setSpaceOf(null)}
        />
      )}
    </ListPage>
  );
}
