import { endpoints, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { DataTable } from '../../../shared/ui/table/data-table.js';
import { Dialog } from '../../../shared/ui/feedback/dialog.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { Pager } from '../../../shared/ui/table/pager.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import styles from '../roles/role-pages.module.css';

/** The picker's own sizes; it opens with the last (spec part 2 §9). */
const pickerSizes = [10, 20, 50];
const firstSize = 50;

interface UserPickerProps {
  title: string;
  /** The users of this role are not offered. */
  exceptRoleId: string;
  isBusy: boolean;
  onPick: (userIds: string[]) => void;
  onClose: () => void;
}

/** Chooses users from all there are; warns when none is chosen (spec part 2 §5). */
export function UserPickerDialog(props: UserPickerProps): ReactNode {
  const { t } = useTranslation(['roles', 'common']);
  const { message } = App.useApp();
  const [name, setName] = useState('');
  const [[pageNum, size], setPage] = useState<[number, number]>([0, firstSize]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const users = useQuery(
    queryOptionsOf(endpoints.users.listAll, {
      exceptRoleId: props.exceptRoleId,
      ...(name ? { name } : {}),
    }),
  );
  const offered = users.data;
  const columns = useMemo(
    () => [
      { id: 'userName', title: t('userName'), cell: (user: UserOption) => user.userName },
      { id: 'realName', title: t('realName'), cell: (user: UserOption) => user.realName ?? '–' },
    ],
    [t],
  );

  const confirm = (): void => {
    if (picked.size === 0) {
      void message.warning(t('noneSelected'));
    } else {
      props.onPick([...picked]);
    }
  };
  return (
    <Dialog
      open
      width={640}
      title={props.title}
      confirmLoading={props.isBusy}
      onOk={confirm}
      onCancel={props.onClose}
    >
      <SearchBox
        value={name}
        label={t('searchUser')}
        onSearch={(text) => {
          setName(text);
          setPage([0, size]);
        }}
      />
      <div className={styles['picker']}>
        <DataTable
          label={props.title}
          columns={columns}
          rows={offered?.slice(pageNum * size, (pageNum + 1) * size)}
          rowId={(user) => user.id}
          rowName={(user) => user.userName}
          selection={picked}
          onSelectionChange={setPicked}
          error={users.error}
          onRetry={() => void users.refetch()}
          empty={<EmptyState title={t('noCandidates')} hint={t('noCandidatesHint')} />}
        />
      </div>
      <Pager
        pageNum={pageNum}
        size={size}
        sizes={pickerSizes}
        total={offered?.length ?? 0}
        onChange={(nextPage, nextSize) => setPage([nextPage, nextSize])}
      />
      <p className="soft small" role="status">
        {t('picked', { count: picked.size })}
      </p>
    </Dialog>
  );
}
