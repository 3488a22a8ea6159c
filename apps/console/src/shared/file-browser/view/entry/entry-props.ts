import type { FileEntry } from '../../file-space.js';

/** What list row and grid tile draw of an entry; all of it is compared, so that scrolling draws little anew. */
export interface EntryProps {
  id: string;
  index: number;
  /** Undefined while its page is on the way. */
  item: FileEntry | undefined;
  isSelected: boolean;
  isCursor: boolean;
  isHighlighted: boolean;
  isFavourite: boolean;
  mayHaveThumbnail: boolean;
  /** Taken by Ctrl+X. */
  isCut: boolean;
  isDropTarget: boolean;
  isRenaming: boolean;
  onRename: (item: FileEntry, name: string) => Promise<void>;
  onCancelRename: () => void;
}

/** Fingers that hold an entry select it; the browser would begin a drag. */
const canDrag = globalThis.matchMedia?.('(pointer: fine)').matches ?? true;

/** The attributes that mouse, keys and screen readers go by. */
export const entryAttributes = (entry: EntryProps) => ({
  id: entry.id,
  'data-index': entry.index,
  'aria-selected': entry.isSelected,
  draggable: canDrag && entry.item !== undefined && !entry.isRenaming,
  ...(entry.item?.directory ? { 'data-drop-dir': entry.item.path } : {}),
});
