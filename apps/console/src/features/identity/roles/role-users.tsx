import { UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { endpoints, type RoleRow, type UserOption } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { queriesOfUsers } from '../api/shown.js';
import { roleNameOf } from './role-name.js';
import { useAskAdministrator } from './use-ask-administrator.js';
import styles from './role-pages.module.css';
import { UserPickerDialog } from '../../../shared/users/user-picker-dialog.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

const firstSize = 20;

/** The users of a role by page: find, add and remove. A role may have thousands, so only what changes is sent. */
export function RoleUsers({ role }: { role: RoleRow }): ReactNode {
  const { t } = useTranslation('roles');
  const { message } = useMessages();
  const confirm = useConfirm();
  const change = { invalidates: queriesOfUsers, done: t('usersDone') };
  const askAdministrator = useAskAdministrator();
  const adding = useAction(endpoints.roles.addUsers, change);
  const removing = useAction(endpoints.roles.removeUsers, change);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [isPicking, setIsPicking] = useState(false);
  const page = usePageState(firstSize);
  const { pageNum, size } = page;
  const [search, setSearch] = useState('');
  const users = useQuery({
    ...queryOptionsOf(endpoints.roles.listUsers, { roleId: role.id, pageNum, size, search }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(
    () => [
      { id: 'userName', title: t('userName'), cell: (user: UserOption) => user.userName },
      { id: 'realName', title: t('realName'), cell: (user: UserOption) => user.realName ?? '–' },
    ],
    [t],
  );

  const addPicked = async (picked: readonly UserOption[]): Promise<void> => {
    const userIds = picked.map(({ id }) => id).join(',');
    if (!(await askAdministrator([role.id], [role]))) {
      return;
    }
    if (await adding.act({ roleId: role.id, userIds })) {
      setIsPicking(false);
    }
  };
  const remove = async (): Promise<void> => {
    const count = selection.size;
    if (count === 0) {
      void message.warning(t('noneSelected'));
      return;
    }
    const title = t('removeTitle', { count, name: roleNameOf(role) });
    if (await confirm({ title, hint: t('removeHint'), isDangerous: true })) {
      const userIds = [...selection].join(',');
      if (await removing.act({ roleId: role.id, userIds })) {
        setSelection(new Set());
        page.toFirst();
      }
    }
  };
  const find = (text: string): void => {
    setSearch(text);
    page.toFirst();
  };
  const add = (
    <Button icon={<UserAddOutlined />} onClick={() => setIsPicking(true)}>
      {t('addUsers')}
    </Button>
  );
  return (
    <section className={styles['content']} aria-label={t('usersOf', { name: roleNameOf(role) })}>
      <PageHeader
        isPart
        title={t('usersOf', { name: roleNameOf(role) })}
        extra={<SearchBox value={search} label={t('searchUser')} onSearch={find} />}
      >
        {add}
        <Button
          danger
          icon={<UserDeleteOutlined />}
          loading={removing.isBusy}
          onClick={() => void remove()}
        >
          {t('removeUsers')}
        </Button>
      </PageHeader>
      <PagedList
        label={t('usersOf', { name: roleNameOf(role) })}
        columns={columns}
        query={users}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={page}
        rowId={(user) => user.id}
        rowName={(user) => user.userName}
        selection={selection}
        onSelectionChange={setSelection}
        noMatch={search === '' ? null : { title: t('noMatch'), onClear: () => find('') }}
        empty={<EmptyState title={t('noRoleUsers')} hint={t('noRoleUsersHint')} action={add} />}
      />
      {isPicking && (
        <UserPickerDialog
          title={t('pickerTitle', { name: roleNameOf(role) })}
          exceptRoleId={role.id}
          isBusy={adding.isBusy}
          onPick={(picked) => void addPicked(picked)}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  );
}
