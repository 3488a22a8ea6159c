import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { focusItem } from '../../../shared/lib/dom/focus-item.js';

interface ListFocus {
  /** Around the list and what narrows it. */
  area: RefObject<HTMLDivElement | null>;
  /** Call when something of the list is opened, asked about or closed. */
  leaveFrom: (id: string) => void;
}

/**
 * Where the focus goes when what lay over the list is gone, and with it what had the focus before: to the row, or the one that took
 * its place; where no row is left, to what narrows the list.
 * @param ids of the rows shown
 * @param isCovered whether something lies over the list
 */
export function useListFocus(ids: readonly string[], isCovered: boolean): ListFocus {
  const area = useRef<HTMLDivElement>(null);
  const left = useRef<{ id: string; index: number } | null>(null);
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  });
  useEffect(() => {
    const from = left.current;
    if (isCovered || !from) {
      return;
    }
    left.current = null;
    if (document.activeElement === document.body) {
      const rows = latest.current;
      const now = rows.indexOf(from.id);
      const index = now >= 0 ? now : Math.min(from.index, rows.length - 1);
      focusItem(area.current, index >= 0 ? `[data-index="${index}"]` : ':checked');
    }
  }, [isCovered]);
  return {
    area,
    leaveFrom: useCallback((id) => {
      const index = latest.current.indexOf(id);
      // What has left the list meanwhile was where it was last seen.
      if (index >= 0 || left.current?.id !== id) {
        left.current = { id, index: Math.max(0, index) };
      }
    }, []),
  };
}
