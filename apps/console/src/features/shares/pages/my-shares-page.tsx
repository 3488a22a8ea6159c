import { DeleteOutlined, FolderOpenOutlined, ShareAltOutlined } from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { SelectionBar } from '../../../shared/ui/action/selection-bar.js';
import { useOpenedItem } from '../../../shared/ui/dialog/use-opened-item.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { useSelectedRows } from '../../../shared/ui/table/data-table/row-selection.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { ownShares } from '../api/share-queries.js';
import { useDeleteShares } from '../api/use-delete-shares.js';
import { ExtendDialog } from '../list/extend-dialog.js';
import { shareColumns } from '../list/share-columns.js';
import { ShareDrawer } from '../list/share-drawer.js';
import { ShareRowActions, type ShareDialog } from '../list/share-row-actions.js';
import { UsersDialog } from '../list/users-dialog.js';
import { shareName } from '../share-link.js';

const names = ['search'] as const;
const dialogs = { extend: ExtendDialog, users: UsersDialog } as const;

/** What the user shares, with whom, and what came of it (spec part 1 §2, My shares). */
export function MySharesPage(): ReactNode {
  const { t } = useTranslation(['shares', 'common']);
  const view = useListView(names);
  const { filter, pageNum, size } = view;
  const shares = useQuery({
    ...ownShares({ pageNum, size, ...(filter.search && { search: filter.search }) }),
    placeholderData: keepPreviousData,
  });
  const { remove, isBusy } = useDeleteShares();
  const { selected, select, setSelected } = useSelectedRows(shares.data?.data);
  const [dialog, setDialog] = useState<{ name: ShareDialog; share: ShareRow } | null>(null);
  const drawer = useOpenedItem('share');
  const { open } = drawer;
  const columns = useMemo(() => {
    const removeOne = async (share: ShareRow): Promise<void> => {
      if (await remove([share])) {
        setSelected((before) => new Map([...before].filter(([id]) => id !== share.id)));
      }
    };
    return shareColumns(t, {
      onOpen: ({ id }) => open(id),
      actionsOf: (share) => (
        <ShareRowActions
          share={share}
          onDetails={({ id }) => open(id)}
          onDialog={(name, of) => setDialog({ name, share: of })}
          onDelete={(of) => void removeOne(of)}
        />
      ),
    });
  }, [t, open, remove, setSelected]);
  const removeSelected = async (): Promise<void> => {
    if (await remove([...selected.values()])) {
      setSelected(new Map());
    }
  };
  const OpenDialog = dialog && dialogs[dialog.name];
  const toFiles = (
    <LinkButton type="primary" icon={<FolderOpenOutlined />} to={paths.myFiles}>
      {t('toFiles')}
    </LinkButton>
  );

  return (
    <ListPage
      name="myShares"
      label={t('title')}
      actions={
        selected.size === 0 ? (
          toFiles
        ) : (
          <SelectionBar
            label={t('bulkActions')}
            selected={t('selected', { count: selected.size })}
            onClear={() => setSelected(new Map())}
          >
            <Button
              danger
              icon={<DeleteOutlined />}
              loading={isBusy}
              onClick={() => void removeSelected()}
            >
              {t('common:remove')}
            </Button>
          </SelectionBar>
        )
      }
      search={view.searchBox('search', t('find'))}
      columns={columns}
      query={shares}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      rowId={({ id }) => id}
      rowName={shareName}
      isPicker
      selection={new Set(selected.keys())}
      onSelectionChange={select}
      onOpen={({ id }) => open(id)}
      noMatch={t('noMatch')}
      empty={{
        icon: <ShareAltOutlined />,
        title: t('emptyTitle'),
        hint: t('emptyHint'),
        action: toFiles,
      }}
    >
      {dialog && OpenDialog && (
        <OpenDialog key={dialog.share.id} share={dialog.share} onClose={() => setDialog(null)} />
      )}
      {drawer.opened !== '' && (
        <ShareDrawer
          key={drawer.opened}
          shareId={drawer.opened}
          listed={shares.data?.data.find(({ id }) => id === drawer.opened)}
          onClose={drawer.close}
        />
      )}
    </ListPage>
  );
}
