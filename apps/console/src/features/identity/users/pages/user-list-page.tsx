import { PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { PagedList } from '../../../../shared/ui/table/paged-list.js';
import { EmptyState } from '../../../../shared/ui/feedback/empty-state.js';
import { useListView } from '../../../../shared/ui/table/list-url.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { SearchBox } from '../../../../shared/ui/table/search-box.js';
import { useAction } from '../../../../shared/ui/feedback/use-action.js';
import { useConfirm } from '../../../../shared/ui/feedback/use-confirm.js';
import { paths } from '../../../../shared/paths.js';
import { useWatchAccounts } from '../../identity-live.js';
import { showsUsers } from '../../api/shown.js';
import { userCard, userColumns } from '../user-columns.js';
import { UserImport } from '../user-import.js';
import { UserSpaceDialog } from '../user-space-dialog.js';

const filters = ['search'] as const;

/** Users by page, with everything an administrator does to them (spec part 2 §2, User list). */
export function UserListPage(): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { act: remove } = useAction(endpoints.users.remove, {
    invalidates: showsUsers,
    done: t('common:deleted'),
  });
  const { act: freeze } = useAction(endpoints.users.freeze, {
    invalidates: showsUsers,
    done: t('frozenDone'),
  });
  const view = useListView(filters);
  const { pageNum, size } = view;
  const { search } = view.filter;
  useWatchAccounts('users');
  const users = useQuery({
    ...queryOptionsOf(endpoints.users.list, { pageNum, size, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  });

  const [spaceOf, setSpaceOf] = useState<UserRow | null>(null);
  const [columns, card] = useMemo(() => {
    const askToRemove = async ({ id, userName }: UserRow): Promise<void> => {
      const question = { title: t('deleteTitle', { name: userName }), hint: t('deleteHint') };
      if (await confirm({ ...question, isDangerous: true })) {
        await remove({ id });
      }
    };
    const askToFreeze = async ({ id, userName }: UserRow): Promise<void> => {
      const question = { title: t('freezeTitle', { name: userName }), hint: t('freezeHint') };
      if (await confirm({ ...question, isDangerous: true })) {
        await freeze({ id, freeze: 1 });
      }
    };
    const actions = {
      remove: (user: UserRow) => void askToRemove(user),
      freeze: (user: UserRow) => void askToFreeze(user),
      space: setSpaceOf,
    };
    return [userColumns(t, actions), userCard(t, actions)];
  }, [t, confirm, remove, freeze]);

  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(paths.newUser)}>
      {t('addUser')}
    </Button>
  );
  return (
    <>
      <PageHeader
        extra={
          <SearchBox
            value={search}
            label={t('searchHint')}
            onSearch={(text) => view.setFilter({ search: text })}
          />
        }
      >
        {add}
        <UserImport />
      </PageHeader>
      <PagedList
        label={t('title')}
        columns={columns}
        card={card}
        query={users}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={view}
        rowId={(user) => user.id}
        rowName={(user) => user.userName}
        noMatch={
          search === ''
            ? null
            : {
                title: t('noMatch'),
                hint: t('noMatchHint'),
                onClear: () => view.setFilter({ search: '' }),
              }
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
      {spaceOf && <UserSpaceDialog user={spaceOf} onClose={() => setSpaceOf(null)} />}
    </>
  );
}
