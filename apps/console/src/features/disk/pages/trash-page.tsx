import { ClearOutlined, DeleteOutlined, RestOutlined, UndoOutlined } from '@ant-design/icons';
import { endpoints, type TrashItem } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { nameInSentence } from '../../../shared/files/name-parts.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { useConfirm } from '../../../shared/ui/feedback/use-confirm.js';
import { paths } from '../../../shared/paths.js';
import { invalidateFiles } from '../../../shared/file-browser/api/change-files.js';
import { ToolBar } from '../../../shared/file-browser/toolbar/tool-bar.js';
import { diskSpace, invalidateDiskFacts, restoreFromTrash } from '../disk-space.js';
import { trashCard, trashColumns } from '../components/trash-columns.js';
import styles from '../../../shared/file-browser/files.module.css';
import type { FileAction } from '../../../shared/file-browser/toolbar/file-action.js';

const noFilters = [] as const;

/** What was deleted and can still be had back. */
export function TrashPage(): ReactNode {
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const confirm = useConfirm();
  const page = useListView(noFilters);
  const { pageNum, size } = page;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<'restore' | 'purge' | 'empty' | null>(null);
  const trash = useQuery({
    ...queryOptionsOf(endpoints.trash.list, { pageNum, size }),
    placeholderData: keepPreviousData,
  });
  const rows = trash.data?.data;
  const total = trash.data?.total ?? 0;
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id));
  const columns = useMemo(() => trashColumns(t), [t]);
  const card = useMemo(() => trashCard(t), [t]);

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
      void invalidateFiles(diskSpace);
      void invalidateDiskFacts();
    }
  };
  const withSelected = (work: (items: TrashItem[]) => Promise<void>) => (): void => {
    if (selected.length === 0) {
      void message.warning(t('disk:pickSomething'));
    } else {
      void work(selected);
    }
  };
  const restore = withSelected((items) =>
    act('restore', t('disk:restoring', { count: items.length }), async () => {
      const paths = await restoreFromTrash(items.map(({ id }) => id));
      return paths.length === 1
        ? t('disk:restoredTo', { path: nameInSentence(paths[0] ?? '') })
        : t('disk:restored', { count: paths.length });
    }),
  );
  const purge = withSelected(async (items) => {
    const [first] = items;
    const hint =
      items.length === 1
        ? t('disk:purgeOne', { name: nameInSentence(first?.name ?? '') })
        : t('disk:purgeMany', { count: items.length });
    if (await confirm({ title: t('disk:purgeTitle'), hint, isDangerous: true })) {
      await act('purge', t('disk:purging', { count: items.length }), async () => {
        await call(endpoints.trash.purge, { ids: items.map(({ id }) => id) });
        return t('disk:purged');
      });
    }
  });
  const empty = async (): Promise<void> => {
    const hint = t('disk:emptyTrashConfirm', { count: total });
    if (await confirm({ title: t('disk:emptyTrashTitle'), hint, isDangerous: true })) {
      await act('empty', t('disk:emptying'), async () => {
        await call(endpoints.trash.empty, {});
        return t('disk:emptied');
      });
    }
  };
  const tool = (
    id: NonNullable<typeof busy>,
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
    [tool('restore', t('disk:restore'), <UndoOutlined />, restore, false)],
    [
      tool('purge', t('disk:purge'), <DeleteOutlined />, purge, true),
      tool('empty', t('disk:emptyTrash'), <ClearOutlined />, () => void empty(), true),
    ],
  ];
  return (
    <>
      <PageHeader>
        <ToolBar
          groups={tools}
          lead={<BackLink to={paths.myFiles}>{t('disk:backToFiles')}</BackLink>}
        />
      </PageHeader>
      <p className={styles['hint']}>{t('disk:trashHint')}</p>
      <PagedList
        name="trash"
        label={t('disk:trash')}
        columns={columns}
        card={card}
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
            title={t('disk:trashEmptyTitle')}
            hint={t('disk:trashEmptyHint')}
          />
        }
      />
    </>
  );
}
