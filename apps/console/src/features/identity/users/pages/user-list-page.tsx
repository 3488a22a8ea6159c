import { PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { paths } from '../../../../shared/paths.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../../shared/ui/action/link-button.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { PagedList } from '../../../../shared/ui/table/paged-list.js';
import { useWatchAccounts } from '../../identity-live.js';
import { lazyComponent } from '../../../../shared/ui/lazy-component.js';
import { BulkBar } from '../bulk/bulk-bar.js';
import { UserImport } from '../import/user-import.js';
import { userCard, userColumns } from '../list/user-columns.js';
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
  const [selected, setSelected] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const [spaceOf, setSpaceOf] = useState<UserRow | null>(null);
  const [columns, card] = useMemo(() => {
    const actionsOf = (user: UserRow): ReactNode => (
      <UserRowActions user={user} actions={actions} onSpace={setSpaceOf} />
    );
    return [userColumns(t, actionsOf), userCard(t, actionsOf)];
  }, [t, actions]);

  /** Rows of other pages stay selected; of those in view the newest is kept. */
  const select = (ids: ReadonlySet<string>): void => {
    const known = new Map([
      ...selected,
      ...(users.data?.data ?? []).map((user) => [user.id, user] as const),
    ]);
    setSelected(new Map([...known].filter(([id]) => ids.has(id))));
  };
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newUser}>
      {t('addUser')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader extra={<UserFilters view={view} />}>
        {selected.size === 0 && (
          <>
            {add}
            <UserImport />
          </>
        )}
        <BulkBar users={selected} onSelect={select} />
      </PageHeader>
      <PagedList
        name="users"
        label={t('title')}
        columns={columns}
        card={card}
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
        noMatch={
          view.isNarrowed
            ? { title: t('noMatch'), hint: t('noMatchHint'), onClear: view.clear }
            : null
        }
        empty={
          <EmptyState
            icon={<TeamOutlined />}
            title={t('noUsers')}
            hint={t('noUsersHint')}
            action={add}
          />
        }
      />
      {spaceOf && (
        <UserSpaceDialog
          user={spaceOf}
          onClose={() => setSpaceOf(null)}
          onMissing={() => setSpaceOf(null)}
        />
      )}
    </>
  );
}
