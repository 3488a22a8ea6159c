import { endpoints, type UserOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../api/query.js';
import { Dialog } from '../ui/dialog/dialog.js';
import { EmptyState } from '../ui/state/empty-state.js';
import { PagedList } from '../ui/table/paged-list.js';
import { SearchBox } from '../ui/table/search-box.js';
import { usePageState } from '../ui/table/use-page-state.js';
import styles from './user-picker.module.css';
import { useMessages } from '../ui/messages/messages.js';

/** The picker's own sizes; it opens with the last (spec part 2 §9). */
const pickerSizes = [10, 20, 50];
const firstSize = 50;

interface UserPickerProps {
  title: string;
  /** The users of this role are not offered. */
  exceptRoleId?: string;
  /** These are not offered either: who is in the list already. */
  exceptIds?: ReadonlySet<string>;
  /** True: users one can share with, which are all active ones but oneself. */
  isForShare?: boolean;
  isBusy: boolean;
  onPick: (users: UserOption[]) => void;
  onClose: () => void;
}

/** Who can be picked, by a part of the name. */
function useCandidates({ exceptRoleId, isForShare }: UserPickerProps, name: string) {
  const search = name ? { name } : {};
  const all = useQuery({
    ...queryOptionsOf(endpoints.users.listAll, {
      ...search,
      ...(exceptRoleId === undefined ? {} : { exceptRoleId }),
    }),
    enabled: !isForShare,
  });
  const forShare = useQuery({
    ...queryOptionsOf(endpoints.users.listShareUsers, search),
    enabled: isForShare ?? false,
  });
  return isForShare ? forShare : all;
}

/**
 * Picks users from all there are; warns when none is picked (spec part 2 §5). Picks add up over pages and searches.
 * Draw it only while it is open.
 */
export function UserPickerDialog(props: UserPickerProps): ReactNode {
  const { t } = useTranslation('common');
  const { message } = useMessages();
  const [name, setName] = useState('');
  const page = usePageState(firstSize);
  const [picked, setPicked] = useState<ReadonlyMap<string, UserOption>>(new Map());
  const users = useCandidates(props, name);
  const columns = useMemo(
    () => [
      { id: 'userName', title: t('userName'), cell: (user: UserOption) => user.userName },
      { id: 'realName', title: t('realName'), cell: (user: UserOption) => user.realName ?? '–' },
    ],
    [t],
  );

  const pick = (ids: ReadonlySet<string>): void => {
    const known = new Map([
      ...picked,
      ...(users.data ?? []).map((user) => [user.id, user] as const),
    ]);
    setPicked(new Map([...known].filter(([id]) => ids.has(id))));
  };
  const confirm = (): void => {
    if (picked.size === 0) {
      void message.warning(t('noUserPicked'));
    } else {
      props.onPick([...picked.values()]);
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
        label={t('findUser')}
        onSearch={(text) => {
          setName(text);
          page.toFirst();
        }}
      />
      <div className={styles['list']}>
        <PagedList
          label={props.title}
          columns={columns}
          query={users}
          pageOf={(all) => {
            const offered = all.filter(({ id }) => !props.exceptIds?.has(id));
            const from = page.pageNum * page.size;
            return { rows: offered.slice(from, from + page.size), total: offered.length };
          }}
          page={page}
          sizes={pickerSizes}
          rowId={(user) => user.id}
          rowName={(user) => user.userName}
          isPicker
          selection={new Set(picked.keys())}
          onSelectionChange={pick}
          empty={<EmptyState title={t('noUserToPick')} hint={t('noUserToPickHint')} />}
        />
      </div>
      <p className="soft small" role="status">
        {t('pickedUsers', { count: picked.size })}
      </p>
    </Dialog>
  );
}
