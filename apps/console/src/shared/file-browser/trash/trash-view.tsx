import {
  ClearOutlined,
  DeleteOutlined,
  RestOutlined,
  RollbackOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { limits, type TrashItem } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { BackLink } from '../../ui/form/back-link.js';
import { EmptyState } from '../../ui/state/empty-state.js';
import { useListView } from '../../ui/table/list-url.js';
import { PageHeader } from '../../ui/layout/page-header.js';
import { PagedList } from '../../ui/table/paged-list.js';
import { useConfirm } from '../../ui/dialog/use-confirm.js';
import { beginTask } from '../api/entry-tasks.js';
import { invalidateFiles } from '../api/change-files.js';
import { ToolBar } from '../toolbar/tool-bar.js';
import type { FileSpace } from '../file-space.js';
import { trashColumns } from './trash-columns.js';
import styles from '../files.module.css';
import type { FileAction } from '../toolbar/file-action.js';
import { useMessages } from '../../ui/messages/messages.js';

/** The trash of a space, as its page asks for it and changes it. All calls throw ApiError. */
export interface TrashBin {
  space: FileSpace;
  /** Names the list where the browser remembers how the user looks at it. */
  name: string;
  /** One page of it, the latest first. */
  page: (pageNum: number, size: number) => UseQueryOptions<{ data: TrashItem[]; total: number }>;
  /** Puts entries back, answers where they are. */
  restore: (ids: string[]) => Promise<string[]>;
  purge: (ids: string[]) => Promise<void>;
  empty: () => Promise<void>;
  /** Asks again for what stands beside the files and changes with the trash. */
  refresh: () => Promise<void>;
}

interface TrashViewProps {
  bin: TrashBin;
  /** Parameters of the address that name the space. */
  filters: readonly string[];
  label: string;
  backTo: string;
  backLabel: string;
}

/** What was deleted and can still be had back. */
export function TrashView({ bin, filters, label, ...back }: TrashViewProps): ReactNode {
  const { t } = useTranslation(['trash', 'files', 'common']);
  const { message } = useMessages();
  const confirm = useConfirm();
  const page = useListView(filters);
  const { pageNum, size } = page;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<'restore' | 'purge' | 'empty' | null>(null);
  const trash = useQuery({
    ...bin.page(pageNum, size),
    placeholderData: keepPreviousData,
  });
  const rows = trash.data?.data;
  const total = trash.data?.total ?? 0;
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id));
  const columns = useMemo(() => trashColumns(t), [t]);

  /** Says what is being done as long as it takes, which of a full trash is a while; answers what to say of its end. */
  const act = async (
    what: NonNullable<typeof busy>,
    text: string,
    work: () => Promise<string>,
  ): Promise<void> => {
    const key = `trash-${what}`;
    setBusy(what);
    void message.open({ key, type: 'loading', duration: 0, content: text });
    try {
      void message.open({ key, type: 'success', content: await work() });
      setChosen(new Set());
    } catch (error) {
      void message.open({ key, type: 'error', content: messageOf(error) });
    } finally {
      setBusy(null);
      void invalidateFiles(bin.space);
      void bin.refresh();
    }
  };
  /** Of everything there, as a task of the server, which tells of itself. */
  const begin = (kind: 'restore' | 'purge'): Promise<void> =>
    beginTask(bin.space.ref, { kind }).catch((error: unknown) => {
      void message.error(messageOf(error));
    });
  const withSelected = (work: (items: TrashItem[]) => Promise<void>) => (): void => {
    if (selected.length === 0) {
      void message.warning(t('files:pickSomething'));
    } else {
      void work(selected);
    }
  };
  const restore = withSelected((items) =>
    act('restore', t('trash:restoring', { count: items.length }), async () => {
      const paths = await bin.restore(items.map(({ id }) => id));
      return paths.length === 1
        ? t('trash:restoredTo', { path: nameInSentence(paths[0] ?? '') })
        : t('files:restored', { count: paths.length });
    }),
  );
  const purge = withSelected(async (items) => {
    const [first] = items;
    const hint =
      items.length === 1
        ? t('trash:purgeOne', { name: nameInSentence(first?.name ?? '') })
        : t('trash:purgeMany', { count: items.length });
    if (await confirm({ title: t('trash:purgeTitle'), hint, isDangerous: true })) {
      await act('purge', t('trash:purging', { count: items.length }), async () => {
        await bin.purge(items.map(({ id }) => id));
        return t('trash:purged');
      });
    }
  });
  const restoreAll = async (): Promise<void> => {
    const hint = t('trash:restoreAllConfirm', { count: total });
    if (await confirm({ title: t('trash:restoreAllTitle'), hint })) {
      await begin('restore');
    }
  };
  const empty = async (): Promise<void> => {
    const hint = t('trash:emptyTrashConfirm', { count: total });
    if (await confirm({ title: t('trash:emptyTrashTitle'), hint, isDangerous: true })) {
      if (total > limits.entriesByCall) {
        await begin('purge');
        return;
      }
      await act('empty', t('trash:emptying'), async () => {
        await bin.empty();
        return t('trash:emptied');
      });
    }
  };
  const tool = (
    id: NonNullable<typeof busy> | 'restoreAll',
    label: string,
    icon: ReactNode,
    run: () => void,
    isDangerous: boolean,
  ): FileAction => ({
    id,
    label,
    icon,
    run,
    isDangerous,
    isBusy: busy === id,
    isDisabled: busy !== null || total === 0,
  });
  const tools = [
    [
      tool('restore', t('trash:restore'), <UndoOutlined />, restore, false),
      tool(
        'restoreAll',
        t('trash:restoreAll'),
        <RollbackOutlined />,
        () => void restoreAll(),
        false,
      ),
    ],
    [
      tool('purge', t('trash:purge'), <DeleteOutlined />, purge, true),
      tool('empty', t('trash:emptyTrash'), <ClearOutlined />, () => void empty(), true),
    ],
  ];
  return (
    <>
      <PageHeader>
        <ToolBar groups={tools} lead={<BackLink to={back.backTo}>{back.backLabel}</BackLink>} />
      </PageHeader>
      <p className={styles['hint']}>{t('trash:hint')}</p>
      <PagedList
        name={bin.name}
        label={label}
        columns={columns}
        query={trash}
        pageOf={({ data, total: all }) => ({ rows: data, total: all })}
        page={page}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection={chosen}
        onSelectionChange={setChosen}
        empty={
          <EmptyState
            icon={<RestOutlined />}
            title={t('trash:emptyTitle')}
            hint={t('trash:emptyHint')}
          />
        }
      />
    </>
  );
}
