import { useCallback, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { useWidth } from '../../lib/dom/use-width.js';
import type { Folder } from '../api/folder.js';
import type { FilesSort } from '../file-names.js';
import type { useEntryDrag } from '../input/use-entry-drag.js';
import { useEntryEvents } from '../input/use-entry-events.js';
import { useFilesKeys, type FilesKeyActions } from '../input/use-files-keys.js';
import type { Selection } from '../selection/use-selection.js';
import type { Renaming } from '../actions/use-renaming.js';
import { useRubberBand } from '../input/use-rubber-band.js';
import { isSelected } from '../selection/selection-state.js';
import type { MenuPlace } from '../toolbar/context-menu.js';
import type { EntryProps } from './entry/entry-props.js';
import type { FilesBodyProps } from './files-body-props.js';
import { FilesGrid, gridPadding, tileHeight, tilesPerRow } from './files-grid.js';
import { FilesList, headHeight, rowHeightOf, shapeFor } from './files-list.js';
import styles from './files-view.module.css';
import type { ViewMode as View } from '../toolbar/view-switch.js';
import type { FileEntry, FileSpace } from '../file-space.js';
import { mayHaveThumbnail } from '../thumbnails/may-have-thumbnail.js';

interface FilesViewProps {
  /** The element that keeps the focus and scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  label: string;
  space: FileSpace;
  folder: Folder;
  selection: Selection;
  renaming: Renaming;
  drag: ReturnType<typeof useEntryDrag>;
  view: View;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  /** What was searched for; empty: this is a folder. Hits are marked and say where they are. */
  searched: string;
  /** What tells how much is below folders, in the list; null: their rows do not say. */
  measuredBy: FileSpace | null;
  placePath: (dir: string) => string;
  isHighlighted: (item: FileEntry) => boolean;
  favourites: ReadonlySet<string> | undefined;
  /** The paths taken by Ctrl+X. */
  cut: ReadonlySet<string>;
  onOpen: (item: FileEntry) => void;
  onMenu: (place: MenuPlace) => void;
  keyActions: Omit<FilesKeyActions, 'open' | 'menu'>;
}

/** The files of a folder as list or grid, worked by mouse, fingers and keys; it keeps the focus itself and points to the cursor's entry. */
export function FilesView(props: FilesViewProps): ReactNode {
  const { frame, folder, selection, renaming, drag, view } = props;
  const id = useId();
  const width = useWidth(frame);
  const isGrid = view === 'grid';
  const perRow = isGrid ? tilesPerRow(width) : 1;
  const rowHeight = isGrid ? tileHeight : rowHeightOf(shapeFor(width));
  const events = useEntryEvents({
    frame,
    folder,
    selection,
    onOpen: props.onOpen,
    onMenu: props.onMenu,
  });
  const band = useRubberBand(frame, folder, selection, {
    perRow,
    tileHeight,
    padding: gridPadding,
  });
  const onKeyDown = useFilesKeys({
    folder,
    selection,
    perRow,
    rowsInView: () => Math.floor(((frame.current?.clientHeight ?? 0) - headHeight) / rowHeight),
    actions: {
      ...props.keyActions,
      open: () => {
        const item = folder.itemAt(selection.cursor.index);
        if (item) {
          props.onOpen(item);
        }
      },
      menu: events.openMenuAtCursor,
    },
  });
  // Keys work at once after a folder was opened, unless the user is somewhere else, or has a finger and no keys.
  useEffect(() => {
    const hasKeys = !window.matchMedia('(pointer: coarse)').matches;
    if (hasKeys && document.activeElement === document.body) {
      frame.current?.focus({ preventScroll: true });
    }
  }, [frame]);

  const latest = useRef(renaming);
  useEffect(() => {
    latest.current = renaming;
  });
  const onRename = useCallback(
    async (item: FileEntry, name: string) => {
      await latest.current.commit(item, name);
      const { path } = latest.current;
      if (path === null || path === item.path) {
        frame.current?.focus({ preventScroll: true });
      }
    },
    [frame],
  );
  const onCancelRename = useCallback(() => {
    latest.current.cancel();
    frame.current?.focus({ preventScroll: true });
  }, [frame]);
  const entryAt = (index: number): EntryProps => {
    const item = folder.itemAt(index);
    return {
      id: `${id}-${index}`,
      index,
      item,
      isSelected: item !== undefined && isSelected(selection.state, item.path),
      isCursor: index === selection.cursor.index,
      isHighlighted: item !== undefined && props.isHighlighted(item),
      isFavourite: item !== undefined && props.favourites?.has(item.path) === true,
      mayHaveThumbnail: isGrid && item !== undefined && mayHaveThumbnail(props.space, item),
      isCut: item !== undefined && props.cut.has(item.path),
      isDropTarget: item?.directory === true && drag.over === item.path,
      isRenaming: item !== undefined && renaming.path === item.path,
      onRename,
      onCancelRename,
    };
  };
  const body: FilesBodyProps = {
    frame,
    width,
    folder,
    selection,
    sort: props.sort,
    onSortChange: props.onSortChange,
    searched: props.searched,
    measuredBy: props.measuredBy,
    placePath: props.placePath,
    box: band.box,
    entryAt,
  };
  return (
    <div
      ref={frame}
      className={`card ${styles['frame']}`}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={selection.isMany}
      aria-rowcount={Math.ceil((folder.total ?? 0) / perRow) + (isGrid ? 0 : 1)}
      aria-activedescendant={`${id}-${selection.cursor.index}`}
      onKeyDown={onKeyDown}
      {...events.handlers}
      onPointerDown={(event) => {
        events.handlers.onPointerDown(event);
        if (isGrid) {
          band.onPointerDown(event);
        }
      }}
      onClickCapture={band.onClickCapture}
      onDragStart={drag.onDragStart}
      onDragEnd={drag.onDragEnd}
    >
      {width > 0 && (isGrid ? <FilesGrid {...body} /> : <FilesList {...body} />)}
    </div>
  );
}
