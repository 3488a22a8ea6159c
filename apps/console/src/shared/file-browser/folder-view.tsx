import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useTitlePart } from '../lib/dom/document-title.js';
import { FailureNote } from '../ui/state/failure-note.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { PageHeader } from '../ui/layout/page-header.js';
import { fileActions } from './actions/file-actions.js';
import { DetailsPane } from './details/late-details.js';
import { useDetails } from './details/use-details.js';
import { actionsOf } from './actions/action-scope.js';
import { backgroundActions, itemActions } from './actions/menu-actions.js';
import { useActionScope } from './actions/use-action-scope.js';
import { useClipboardActions } from './actions/use-clipboard-actions.js';
import { useNewFolder } from './actions/use-new-folder.js';
import { useRemoving } from './actions/use-removing.js';
import { useRenaming } from './actions/use-renaming.js';
import { useUploadInputs } from './actions/use-upload-inputs.js';
import type { Folder } from './api/folder.js';
import { useChangedEntries } from './api/use-changed-entries.js';
import { useFolderPresence } from './api/use-folder-presence.js';
import { usePreviousWhileLoading } from './api/use-previous-while-loading.js';
import type { FolderViewProps } from './file-browser-props.js';
import { nameOf, parentOf } from './file-names.js';
import { allRights, holdsForSelected } from './file-rights.js';
import type { FileEntry } from './file-space.js';
import { useFavourites } from './favourites/use-favourites.js';
import { DropHint } from './input/drop-hint.js';
import { useEntryDrag } from './input/use-entry-drag.js';
import type { StartCopy } from './move-copy/move-or-copy.js';
import { useMoveCopy } from './move-copy/use-move-copy.js';
import { FolderEmpty } from './search/folder-empty.js';
import { usePendingSelection } from './selection/use-pending-selection.js';
import { useSelectedByAddress } from './selection/use-selected-by-address.js';
import { useSelection } from './selection/use-selection.js';
import { FolderBreadcrumb } from './toolbar/breadcrumb.js';
import { ContextMenu, type MenuPlace } from './toolbar/context-menu.js';
import { FileTools } from './toolbar/file-tools.js';
import { ViewChoices } from './toolbar/view-choices.js';
import { FilesFrame } from './view/files-frame.js';
import { FilesView } from './view/files-view.js';
import styles from './files.module.css';
import { useMessages } from '../ui/messages/messages.js';

const BulkFetchLine = lazyComponent(
  async () => (await import('./toolbar/bulk-fetch-line.js')).BulkFetchLine,
);
const HiddenLine = lazyComponent(async () => (await import('./hidden/hidden-line.js')).HiddenLine);

const SearchLine = lazyComponent(async () => (await import('./search/search-line.js')).SearchLine);

/** One folder, or one search: toolbar, breadcrumb, files, menus and dialogs around one selection. */
export function FolderView(props: FolderViewProps & { folder: Folder }): ReactNode {
  const { space, dir, searched, rights = allRights } = props;
  const { t } = useTranslation(['files', 'common']);
  const { message } = useMessages();
  const navigate = useNavigate();
  const isSearch = searched !== '';
  useTitlePart('thing', nameOf(dir));
  const folder = usePreviousWhileLoading(props.folder);
  useFolderPresence(space, dir);
  const selection = useSelection(folder, space.select);
  const pendingSelection = usePendingSelection(selection);
  const isHighlighted = useChangedEntries(folder, pendingSelection.selectArrived);
  const removing = useRemoving(space, selection);
  const frame = useRef<HTMLDivElement>(null);
  const newFolder = useNewFolder(space, dir, (path) => {
    frame.current?.focus({ preventScroll: true });
    void selection.scrollToAndSelect(path);
  });
  const startCopy: StartCopy = (paths, target, operation) => {
    if (target === dir && !isSearch) {
      pendingSelection.add(paths.map(nameOf));
    }
    return props.onCopy(paths, target, operation);
  };
  const moveCopy = useMoveCopy(space, dir, startCopy, (target, paths) => {
    const [first, ...others] = paths;
    if (target === dir && first !== undefined) {
      void selection.scrollToAndSelect(first, ...others);
    }
  });
  const renaming = useRenaming(space, selection, moveCopy.ask);
  const clipboard = useClipboardActions(space, dir, selection, moveCopy);
  const upload = useUploadInputs((picked) => props.onUpload(dir, picked));
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const closeMenu = (): void => {
    setMenu(null);
    frame.current?.focus({ preventScroll: true });
  };

  const details = useDetails();
  useSelectedByAddress(folder, selection, details.open);
  const isHere = folder.total !== undefined;

  const go = (path: string, select?: string): void =>
    void navigate(path, select === undefined ? {} : { state: { select } });
  const open = (item: FileEntry): void => {
    if (item.directory) {
      go(space.folderPath(item.path));
    } else {
      props.onOpenFile(item, folder.itemsHere(0, (folder.total ?? 0) - 1));
    }
  };
  const find = (key: string): void => go(space.searchPath(dir, key));
  const up = (): void => {
    if (isSearch) {
      find('');
    } else if (dir !== '/') {
      go(space.folderPath(parentOf(dir)), dir);
    }
  };
  const favourites = useFavourites(space);
  const scope = useActionScope({
    space,
    rights,
    dir,
    isSearch,
    selection,
    moveCopy,
    clipboard,
    removing,
    favourites,
    ...upload,
    newFolder: newFolder.start,
    rename: renaming.start,
    open,
    go,
    showDetails: details.toggle,
  });
  const drag = useEntryDrag({
    dir,
    folder,
    selection,
    label: (count) => t('files:selected', { count }),
    onFiles: props.onUpload,
    onEntries: (mode, items, target) => void moveCopy.start(mode, items, target),
    onUnreadable: (paths) =>
      void message.warning(
        t('files:unreadable', { count: paths.length, name: nameInSentence(paths[0] ?? '') }),
      ),
    onFailed: () => void message.error(t('common:failed')),
  });
  const canAdd = space.changes !== undefined && rights.canAdd;
  /** What may not be changed the keys do not change, as no button offers it. */
  const changing =
    (act: () => void, right?: 'canEdit' | 'canTake'): (() => void) =>
    () => {
      if (space.changes && (!right || holdsForSelected(selection, rights[right]))) {
        act();
      }
    };
  const keyActions = {
    rename: changing(renaming.start, 'canEdit'),
    remove: changing(() => void removing.remove(), 'canEdit'),
    undo: changing(removing.undo),
    details: details.toggle,
    favourite: () => fileActions.favourite(scope)?.run(),
    copy: changing(() => clipboard.copyOrCut('copy'), 'canTake'),
    cut: changing(() => clipboard.copyOrCut('move'), 'canEdit'),
    paste: changing(() => canAdd && clipboard.paste()),
    up,
    escape: () => {
      if (menu) {
        // A menu takes the focus a moment after it is asked for: until then its Escape comes here.
        closeMenu();
      } else if (selection.bulkFetch) {
        selection.bulkFetch.cancel();
      } else if (!clipboard.clearCut()) {
        selection.clear();
      }
    },
  };

  const empty = (
    <FolderEmpty
      {...{ space, dir, searched, canAdd }}
      scope={props.scope}
      filter={props.filter}
      onNewFolder={newFolder.start}
      onSearch={(...wanted) => go(space.searchPath(dir, searched, ...wanted))}
      onLeaveSearch={() => find('')}
    />
  );
  return (
    <div
      className={styles['page']}
      {...(canAdd && {
        onDragEnter: drag.onDragEnter,
        onDragOver: drag.onDragOver,
        onDragLeave: drag.onDragLeave,
        onDrop: drag.onDrop,
      })}
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
            folderSizes={props.folderSizes}
          />
        }
      >
        <FileTools scope={scope} actions={props.actions} />
      </PageHeader>
      {upload.inputs}
      <div className={styles['trailRow']}>
        <FolderBreadcrumb space={space} dir={dir} over={drag.over} />
        <span className={styles['details']}>
          {selection.bulkFetch ? <BulkFetchLine progress={selection.bulkFetch} /> : props.status}
          <span className={styles['count']} aria-live="polite">
            {isHere && t('common:total', { count: folder.total ?? 0 })}
          </span>
        </span>
      </div>
      {isSearch && (
        <SearchLine
          space={space}
          dir={dir}
          searched={searched}
          scope={props.scope}
          filter={props.filter}
          found={folder.found}
          onChange={(...wanted) => go(space.searchPath(dir, searched, ...wanted))}
          onLeave={() => find('')}
        />
      )}
      <div className={styles['content']} data-bounded={props.isBounded || undefined}>
        <FilesFrame
          frame={frame}
          folder={folder}
          selection={selection}
          keyActions={keyActions}
          label={space.rootLabel()}
          empty={empty}
          onMenu={setMenu}
          onLeave={dir === '/' ? null : () => go(space.folderPath(parentOf(dir)))}
        >
          <FilesView
            frame={frame}
            label={space.rootLabel()}
            space={space}
            folder={folder}
            selection={selection}
            renaming={renaming}
            drag={drag}
            view={props.view}
            sort={props.sort}
            onSortChange={props.onSortChange}
            measuredBy={props.folderSizes?.areShown ? space : null}
            searched={searched}
            placePath={space.folderPath}
            isHighlighted={isHighlighted}
            favourites={favourites?.paths}
            cut={clipboard.cut}
            onOpen={open}
            onMenu={setMenu}
            keyActions={keyActions}
          />
        </FilesFrame>
        {details.isOpen && (
          <DetailsPane
            space={space}
            selection={selection}
            rights={rights}
            favourites={favourites}
            Origin={props.Origin}
            Beside={props.Beside}
            onShow={(version) => props.onOpenFile(version, [])}
            copyPath={fileActions.copyPath(scope)}
            copyScriptPath={fileActions.copyScriptPath(scope)}
            onClose={details.toggle}
          />
        )}
        {drag.isFromDesktop && <DropHint over={drag.over} />}
      </div>
      {favourites && <FailureNote query={favourites.query} what={t('files:favouritesNotLoaded')} />}
      {isHere && !isSearch && <HiddenLine space={space} dir={dir} />}
      {props.note?.(dir, selection.single)}
      <ContextMenu
        place={menu}
        groups={(menu?.isOnItem
          ? itemActions(props.actions)
          : backgroundActions(props.actions, isSearch)
        ).map((group) => actionsOf(group, scope))}
        onClose={closeMenu}
      />
      {newFolder.dialog}
      {moveCopy.dialogs}
    </div>
  );
}
