import { useState } from 'react';
import type { PageChoice } from './list-pager.js';

/** The page of a list that is no page of its own: in a dialog, beside another list. `toFirst` goes with a new search. */
export function usePageState(firstSize: number): PageChoice & { toFirst: () => void } {
  const [[pageNum, size], setChoice] = useState<[number, number]>([0, firstSize]);
  return {
    pageNum,
    size,
    setPage: (nextPage, nextSize) => setChoice([nextPage, nextSize]),
    toFirst: () => setChoice([0, size]),
  };
}
