import { ArrowLeftOutlined, CloudUploadOutlined } from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { topNamesOf, type PickedFile } from '../../../shared/files/picked-file.js';
import { EmptyState } from '../../../shared/ui/empty-state.js';
import { PageHeader } from '../../../shared/ui/page-header.js';
import { useFolderNews } from '../api/folder-news.js';
import type { Folder } from '../api/folder.js';
import { nameOf, parentOf } from '../file-names.js';
import { useArrivals } from '../hooks/use-arrivals.js';
import { useClipboardActions } from '../hooks/use-clipboard-actions.js';
import { useEntryDrag } from '../hooks/use-entry-drag.js';
import { useFolderActions } from '../hooks/use-folder-actions.js';
import { useFreshItems } from '../hooks/use-fresh-items.js';
import { useNewFolder } from '../hooks/use-new-folder.js';
import { usePicking } from '../hooks/use-picking.js';
import { usePlacing } from '../hooks/use-placing.js';
import { useRemoving } from '../hooks/use-removing.js';
import { useRenaming } from '../hooks/use-renaming.js';
import { useSettled } from '../hooks/use-settled.js';
import { useUploadInputs } from '../hooks/use-upload-inputs.js';
import type { FolderPageProps } from '../pages/my-files-page.js';
import type { StartCopy } from '../place-items.js';
import { FolderBreadcrumb, folderAddress } from './breadcrumb.js';
import { ContextMenu, type MenuPlace } from './context-menu.js';
import { FilesFrame } from './files-frame.js';
import { FilesView } from './files-view.js';
import styles from './files.module.css';
import { GatheringLine } from './gathering-line.js';
import { ToolBar } from './tool-bar.js';
import { UsageBar } from './usage-bar.js';
import { ViewChoices } from './view-choices.js';

/** One folder, or one search: toolbar, breadcrumb, files, menus and dialogs around one selection. */
export function FolderPage(props: FolderPageProps & { folder: Folder }): ReactNode {
  const { dir, searched } = props;
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isSearch = searched !== '';
  const folder = useSettled(props.folder);
  useFolderNews(dir, isSearch);
  const picking = usePicking(folder);
  const arrivals = useArrivals(picking);
  const isFresh = useFreshItems(folder, arrivals.take);
  const { remove, isBusy: isRemoving } = useRemoving(picking);
  const newFolder = useNewFolder(dir, (path) => void picking.reveal(path));
  /** What comes into this folder gets selected. */
  const awaitHere = (target: string, names: readonly string[]): void => {
    if (target === dir && !isSearch) {
      arrivals.await(names);
    }
  };
  const startCopy: StartCopy = (paths, target, operation) => {
    awaitHere(target, paths.map(nameOf));
    return props.onCopy(paths, target, operation);
  };
  const startUpload = (target: string, picked: PickedFile[]): void => {
    awaitHere(target, topNamesOf(picked));
    props.onUpload(target, picked);
  };
  const placing = usePlacing(dir, startCopy, (target, paths) => {
    const [first, ...others] = paths;
    if (target === dir && first !== undefined) {
      void picking.reveal(first, ...others);
    }
  });
  const renaming = useRenaming(picking, placing.ask);
  const clipboard = useClipboardActions(dir, picking, placing);
  const upload = useUploadInputs((picked) => startUpload(dir, picked));
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const closeMenu = (): void => {
    setMenu(null);
    frame.current?.focus({ preventScroll: true });
  };

  const isHere = folder.total !== undefined;
  const revealed = (state as { reveal?: string } | null)?.reveal;
  useEffect(() => {
    if (isHere && revealed !== undefined) {
      void picking.reveal(revealed);
      // Once: a reload keeps the state of its address, and should select nothing.
      void navigate(pathname + search, { replace: true, state: null });
    }
  }, [isHere, revealed, navigate, pathname, search]);

  const open = (item: DiskItem): void => {
    if (item.directory) {
      void navigate(folderAddress(item.path));
    } else {
      props.onOpenFile(item, folder.itemsHere(0, (folder.total ?? 0) - 1));
    }
  };
  const find = (key: string): void => {
    const query = new URLSearchParams({ ...(dir === '/' ? {} : { dir }), ...(key ? { key } : {}) });
    void navigate({ pathname: '/myDoc', search: query.toString() });
  };
  const up = (): void => {
    if (isSearch) {
      find('');
    } else if (dir !== '/') {
      void navigate(folderAddress(parentOf(dir)), { state: { reveal: dir } });
    }
  };
  const actions = useFolderActions({
    picking,
    placing,
    clipboard,
    isSearch,
    canDownload: props.canDownload,
    onDownload: props.onDownload,
    onOpen: open,
    ...upload,
    newFolder: newFolder.start,
    rename: renaming.start,
    remove: () => void remove(),
    isRemoving,
    downloadClient: props.onDownloadClient,
    openClient: props.onOpenClient,
  });
  const drag = useEntryDrag({
    dir,
    folder,
    picking,
    label: (count) => t('disk:selected', { count }),
    onFiles: startUpload,
    onEntries: (mode, items, target) => void placing.place(mode, items, target),
    onUnreadable: () => void message.error(t('common:failed')),
  });

  const empty = isSearch ? (
    <EmptyState
      title={t('disk:searchEmpty', { key: searched })}
      hint={t('disk:searchEmptyHint')}
      action={<Button onClick={() => find('')}>{t('disk:leaveSearch')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('disk:emptyTitle')}
      hint={t('disk:emptyHint')}
      action={<Button onClick={newFolder.start}>{t('disk:newFolder')}</Button>}
    />
  );
  const total = folder.total ?? 0;
  return (
    <div
      className={styles['page']}
      onDragEnter={drag.onDragEnter}
      onDragOver={drag.onDragOver}
      onDragLeave={drag.onDragLeave}
      onDrop={drag.onDrop}
    >
      <PageHeader
        extra={
          <ViewChoices
            searched={searched}
            onSearch={find}
            view={props.view}
            onViewChange={props.onViewChange}
            sort={props.sort}
            onSortChange={props.onSortChange}
          />
        }
      >
        <ToolBar groups={actions.tools} />
      </PageHeader>
      {upload.inputs}
      <div className={styles['trailRow']}>
        <FolderBreadcrumb dir={dir} over={drag.over} />
        <span className={styles['facts']}>
          {picking.gathering ? <GatheringLine gathering={picking.gathering} /> : <UsageBar />}
          <span className={styles['count']} aria-live="polite">
            {picking.count > 0
              ? t('disk:selected', { count: picking.count })
              : isHere && t('common:total', { count: total })}
          </span>
        </span>
      </div>
      {isSearch && (
        <p className={styles['found']}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined />} onClick={() => find('')}>
            {t('disk:leaveSearch')}
          </Button>
          {t('disk:searchResult', { key: searched })}
          {folder.message && ` · ${folder.message}`}
        </p>
      )}
      <div className={styles['content']}>
        <FilesFrame folder={folder} empty={empty} onMenu={setMenu}>
          <FilesView
            frame={frame}
            folder={folder}
            picking={picking}
            renaming={renaming}
            drag={drag}
            view={props.view}
            sort={props.sort}
            onSortChange={props.onSortChange}
            showsPlace={isSearch}
            isFresh={isFresh}
            cut={clipboard.cut}
            onOpen={open}
            onMenu={setMenu}
            keyActions={{
              rename: renaming.start,
              remove: () => void remove(),
              copy: () => clipboard.hold('copy'),
              cut: () => clipboard.hold('move'),
              paste: clipboard.paste,
              up,
              escape: () => {
                if (picking.gathering) {
                  picking.gathering.cancel();
                } else if (!clipboard.letGo()) {
                  picking.clear();
                }
              },
            }}
          />
        </FilesFrame>
        {drag.isFromDesktop && (
          <div className={styles['dropHint']} aria-hidden>
            <CloudUploadOutlined />
            {drag.over === null
              ? t('disk:dropHere')
              : t('disk:dropInto', { name: drag.over.slice(drag.over.lastIndexOf('/') + 1) })}
          </div>
        )}
      </div>
      <ContextMenu
        place={menu}
        groups={menu?.isOnItem ? actions.onItems : actions.onBackground}
        onClose={closeMenu}
      />
      {newFolder.dialog}
      {placing.dialogs}
    </div>
  );
}
