import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps in view what the user reads when rows are added or dropped before it. @param first the number of the first row
 * @returns to be called when the user has scrolled
 */
export function useKeptPlace(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  first: number,
  isFollowing: boolean,
): () => void {
  /** The row at the top of the view, and how many pixels of it are above. */
  const seen = useRef<{ row: number; above: number } | null>(null);
  const known = useRef(first);
  const keep = useCallback((): void => {
    const top = virtualizer.scrollElement?.scrollTop ?? 0;
    const item = virtualizer.getVirtualItemForOffset(top);
    seen.current = item ? { row: known.current + item.index, above: top - item.start } : null;
  }, [virtualizer]);
  useLayoutEffect(() => {
    const isMoved = known.current !== first;
    known.current = first;
    if (!isMoved || isFollowing || !seen.current) {
      return;
    }
    const { row, above } = seen.current;
    const [start] = virtualizer.getOffsetForIndex(Math.max(0, row - first), 'start') ?? [];
    if (start !== undefined) {
      virtualizer.scrollToOffset(start + above);
    }
  }, [virtualizer, first, isFollowing]);
  return keep;
}
