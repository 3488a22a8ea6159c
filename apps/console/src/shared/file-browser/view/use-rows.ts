import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Folder } from '../api/folder.js';
import type { Cursor } from '../selection/use-selection.js';

interface RowsOptions {
  frame: RefObject<HTMLDivElement | null>;
  folder: Folder;
  cursor: Cursor;
  rowHeight: number;
  /** Height of what stays above the rows while they scroll. */
  headHeight: number;
  perRow: number;
}

/** Where the topmost entry in view was, to see whether it has moved. */
interface Top {
  path: string;
  index: number;
}

/** The rows in view of a folder of any size: its pages are asked for, the cursor is followed, and nothing jumps when others change it. */
export function useRows(options: RowsOptions): Virtualizer<HTMLDivElement, Element> {
  const { frame, folder, cursor, rowHeight, headHeight, perRow } = options;
  const virtualizer = useVirtualizer({
    count: Math.ceil((folder.total ?? 0) / perRow),
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headHeight,
    overscan: 6,
  });
  const laidOut = useRef(rowHeight);
  useLayoutEffect(() => {
    if (laidOut.current !== rowHeight) {
      laidOut.current = rowHeight;
      virtualizer.measure();
    }
  }, [rowHeight, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const first = (rows[0]?.index ?? 0) * perRow;
  const last = ((rows.at(-1)?.index ?? 0) + 1) * perRow - 1;
  useEffect(
    () => folder.show(first, Math.min(last, Math.max(0, (folder.total ?? 1) - 1))),
    [folder, first, last],
  );

  const { seq, index } = cursor;
  useEffect(() => {
    if (seq > 0) {
      virtualizer.scrollToIndex(Math.floor(index / perRow));
    }
    // Only an act of the user scrolls; a live change that moves the cursor's entry does not.
    // `index` belongs to the `seq` that came with it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [seq, virtualizer]);

  const top = useRef<Top | null>(null);
  useLayoutEffect(() => {
    const before = top.current;
    const node = frame.current;
    if (!before || !node || node.scrollTop === 0 || perRow > 1) {
      return;
    }
    if (folder.itemAt(before.index)?.path !== before.path) {
      const from = Math.max(0, before.index - 500);
      const found = folder
        .itemsHere(from, before.index + 500)
        .findIndex((item) => item.path === before.path);
      if (found >= 0) {
        node.scrollTop += (from + found - before.index) * rowHeight;
      }
    }
  }, [folder, frame, perRow, rowHeight]);
  useEffect(() => {
    const at = Math.floor((virtualizer.scrollOffset ?? 0) / rowHeight) * perRow;
    const item = folder.itemAt(at);
    top.current = item ? { path: item.path, index: at } : null;
  });
  return virtualizer;
}
