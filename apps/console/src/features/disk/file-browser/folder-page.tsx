import { ArrowLeftOutlined, CloudUploadOutlined } from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { topNamesOf, type PickedFile } from '../../../shared/files/picked-file.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { paths } from '../../../shared/paths.js';
import type { Folder } from './api/folder.js';
import { nameOf, parentOf } from './file-names.js';
import { usePendingSelection } from './selection/use-pending-selection.js';
import { useClipboardActions } from './actions/use-clipboard-actions.js';
import { useEntryDrag } from './input/use-entry-drag.js';
import { useFolderActions } from './actions/use-folder-actions.js';
import { useChangedEntries } from './api/use-changed-entries.js';
import { useNewFolder } from './actions/use-new-folder.js';
import { useSelection } from './selection/use-selection.js';
import { useMoveCopy } from './move-copy/use-move-copy.js';
import { useRemoving } from './actions/use-removing.js';
import { useRenaming } from './actions/use-renaming.js';
import { usePreviousWhileLoading } from './api/use-previous-while-loading.js';
import { useUploadInputs } from './actions/use-upload-inputs.js';
import type { FolderPageProps } from './folder-page-props.js';
import type { StartCopy } from './move-copy/move-or-copy.js';
import { FolderBreadcrumb } from './toolbar/breadcrumb.js';
import { ContextMenu, type MenuPlace } from './toolbar/context-menu.js';
import { FilesFrame } from './view/files-frame.js';
import { FilesView } from './view/files-view.js';
import styles from './files.module.css';
import { BulkFetchLine } from './toolbar/bulk-fetch-line.js';
import { ToolBar } from './toolbar/tool-bar.js';
import { UsageBar } from '../components/usage-bar.js';
import { ViewChoices } from './toolbar/view-choices.js';

/** One folder, or one search: toolbar, breadcrumb, files, menus and dialogs around one selection. */
export function FolderPage(props: FolderPageProps & { folder: Folder }): ReactNode {
  const { dir, searched } = props;
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isSearch = searched !== '';
  const folder = usePreviousWhileLoading(props.folder);
  const selection = useSelection(folder);
  const pendingSelection = usePendingSelection(selection);
  const isHighlighted = useChangedEntries(folder, pendingSelection.selectArrived);
  const { remove, isBusy: isRemoving } = useRemoving(selection);
  const newFolder = useNewFolder(dir, (path) => void selection.scrollToAndSelect(path));
  /** What comes into this folder gets selected. */
  const selectOnArrival = (target: string, names: readonly string[]): void => {
    if (target === dir && !isSearch) {
      pendingSelection.add(names);
    }
  };
  const startCopy: StartCopy = (paths, target, operation) => {
    selectOnArrival(target, paths.map(nameOf));
    return props.onCopy(paths, target, operation);
  };
  const startUpload = (target: string, picked: PickedFile[]): void => {
    selectOnArrival(target, topNamesOf(picked));
    props.onUpload(target, picked);
  };
  const moveCopy = useMoveCopy(dir, startCopy, (target, paths) => {
    const [first, ...others] = paths;
    if (target === dir && first !== undefined) {
      void selection.scrollToAndSelect(first, ...others);
    }
  });
  const renaming = useRenaming(selection, moveCopy.ask);
  const clipboard = useClipboardActions(dir, selection, moveCopy);
  const upload = useUploadInputs((picked) => startUpload(dir, picked));
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const closeMenu = (): void => {
    setMenu(null);
    frame.current?.focus({ preventScroll: true });
  };

  const isHere = folder.total !== undefined;
  const pathToSelect = (state as { select?: string } | null)?.select;
  useEffect(() => {
    if (isHere && pathToSelect !== undefined) {
      void selection.scrollToAndSelect(pathToSelect);
      // Once: a reload keeps the state of its URL, and should select nothing.
      void navigate(pathname + search, { replace: true, state: null });
    }
  }, [isHere, pathToSelect, navigate, pathname, search]);

  const open = (item: DiskItem): void => {
    if (item.directory) {
      void navigate(paths.folder(item.path));
    } else {
      props.onOpenFile(item, folder.itemsHere(0, (folder.total ?? 0) - 1));
    }
  };
  const find = (key: string): void => void navigate(paths.search(dir, key));
  const up = (): void => {
    if (isSearch) {
      find('');
    } else if (dir !== '/') {
      void navigate(paths.folder(parentOf(dir)), { state: { select: dir } });
    }
  };
  const actions = useFolderActions({
    selection,
    moveCopy,
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
    selection,
    label: (count) => t('disk:selected', { count }),
    onFiles: startUpload,
    onEntries: (mode, items, target) => void moveCopy.start(mode, items, target),
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
        <span className={styles['details']}>
          {selection.bulkFetch ? <BulkFetchLine progress={selection.bulkFetch} /> : <UsageBar />}
          <span className={styles['count']} aria-live="polite">
            {selection.count > 0
              ? t('disk:selected', { count: selection.count })
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
            selection={selection}
            renaming={renaming}
            drag={drag}
            view={props.view}
            sort={props.sort}
            onSortChange={props.onSortChange}
            showsPlace={isSearch}
            isHighlighted={isHighlighted}
            cut={clipboard.cut}
            onOpen={open}
            onMenu={setMenu}
            keyActions={{
              rename: renaming.start,
              remove: () => void remove(),
              copy: () => clipboard.copyOrCut('copy'),
              cut: () => clipboard.copyOrCut('move'),
              paste: clipboard.paste,
              up,
              escape: () => {
                if (selection.bulkFetch) {
                  selection.bulkFetch.cancel();
                } else if (!clipboard.clearCut()) {
                  selection.clear();
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
      {moveCopy.dialogs}
    </div>
  );
}
