import { UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { endpoints, type RoleRow, type UserOption } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callWithMessage } from '../../../shared/api/call.js';
import { DataTable } from '../../../shared/ui/data-table.js';
import { EmptyState } from '../../../shared/ui/empty-state.js';
import { PageHeader } from '../../../shared/ui/page-header.js';
import { useAct } from '../../../shared/ui/use-act.js';
import { useConfirm } from '../../../shared/ui/use-confirm.js';
import { usersChanged } from '../api/users-changed.js';
import styles from './role-pages.module.css';
import { UserPickerDialog } from './user-picker-dialog.js';

/** The users of a role: add and remove; each saves the whole list (spec part 2 §4, Role user list). */
export function RoleUsers({ role }: { role: RoleRow }): ReactNode {
  const { t } = useTranslation('roles');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const act = useAct();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [isPicking, setIsPicking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const userIds = useMemo(() => new Set(role.userInfos.map(({ id }) => id)), [role]);
  const columns = useMemo(
    () => [
      {
        id: 'userName',
        title: t('userName'),
        cell: (user: UserOption) => user.userName,
        sortBy: (user: UserOption) => user.userName,
      },
      { id: 'realName', title: t('realName'), cell: (user: UserOption) => user.realName ?? '–' },
    ],
    [t],
  );

  const save = async (ids: string[]): Promise<void> => {
    setIsBusy(true);
    const input = { roleId: role.id, userIds: ids.join(',') };
    if (await act(() => callWithMessage(endpoints.roles.setUsers, input), t('usersDone'))) {
      setSelection(new Set());
      setIsPicking(false);
    }
    setIsBusy(false);
    void usersChanged();
  };
  const remove = async (): Promise<void> => {
    const count = [...selection].filter((id) => userIds.has(id)).length;
    if (count === 0) {
      void message.warning(t('noneSelected'));
      return;
    }
    const title = t('removeTitle', { count, name: role.roleName });
    if (await confirm({ title, hint: t('removeHint'), isDangerous: true })) {
      await save([...userIds].filter((id) => !selection.has(id)));
    }
  };
  const add = (
    <Button icon={<UserAddOutlined />} onClick={() => setIsPicking(true)}>
      {t('addUsers')}
    </Button>
  );
  return (
    <section className={styles['content']} aria-label={t('usersOf', { name: role.roleName })}>
      <PageHeader title={t('usersOf', { name: role.roleName })}>
        {add}
        <Button
          danger
          icon={<UserDeleteOutlined />}
          loading={isBusy && !isPicking}
          onClick={() => void remove()}
        >
          {t('removeUsers')}
        </Button>
      </PageHeader>
      <DataTable
        label={t('usersOf', { name: role.roleName })}
        columns={columns}
        rows={role.userInfos}
        rowId={(user) => user.id}
        rowName={(user) => user.userName}
        selection={selection}
        onSelectionChange={setSelection}
        empty={<EmptyState title={t('noRoleUsers')} hint={t('noRoleUsersHint')} action={add} />}
      />
      {isPicking && (
        <UserPickerDialog
          title={t('pickerTitle', { name: role.roleName })}
          exceptIds={userIds}
          isBusy={isBusy}
          onPick={(picked) => void save([...userIds, ...picked])}
          onClose={() => setIsPicking(false)}
        />
      )}
    </section>
  );
}
