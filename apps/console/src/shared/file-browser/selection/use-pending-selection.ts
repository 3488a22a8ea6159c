import { useState } from 'react';
import { PendingSelection } from './pending-selection.js';
import type { Selection } from './use-selection.js';
import type { FileEntry } from '../file-space.js';

interface PendingSelectionActions {
  /** Entries of these names are on their way into the folder shown. */
  add: (names: readonly string[]) => void;
  /** Entries have come or changed: those that were awaited get selected. */
  selectArrived: (items: readonly FileEntry[]) => void;
}

/** Selects what a user brings into the folder, as it arrives, unless the user selected something else meanwhile. */
export function usePendingSelection({
  selectArrived,
  changeCount,
}: Selection): PendingSelectionActions {
  const [state] = useState(() => ({ pending: new PendingSelection(), change: 0, hasSome: false }));
  return {
    add: (names) => {
      const { pending } = state;
      if (pending.isEmpty || changeCount() !== state.change) {
        pending.clear();
        state.hasSome = false;
        state.change = changeCount();
      }
      pending.add(names);
    },
    selectArrived: (items) => {
      if (changeCount() !== state.change) {
        state.pending.clear();
        return;
      }
      const mine = state.pending.resolve(items);
      if (mine.length > 0) {
        selectArrived(mine, state.hasSome);
        state.hasSome = true;
        state.change = changeCount();
      }
    },
  };
}
