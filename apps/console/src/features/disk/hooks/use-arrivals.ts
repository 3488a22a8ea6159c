import type { DiskItem } from '@clusterdesk/contracts';
import { useState } from 'react';
import { Arrivals } from '../arrivals.js';
import type { Picking } from './use-picking.js';

interface ArrivalsHere {
  /** Entries of these names are on their way into the folder shown. */
  await: (names: readonly string[]) => void;
  /** Entries have come or changed: those that were awaited get selected. */
  take: (items: readonly DiskItem[]) => void;
}

/** Selects what a person brings into the folder, as it arrives, unless the person selected something else meanwhile. */
export function useArrivals({ take, actCount }: Picking): ArrivalsHere {
  const [state] = useState(() => ({ arrivals: new Arrivals(), act: 0, hasSome: false }));
  return {
    await: (names) => {
      const { arrivals } = state;
      if (arrivals.isEmpty || actCount() !== state.act) {
        arrivals.clear();
        state.hasSome = false;
        state.act = actCount();
      }
      arrivals.await(names);
    },
    take: (items) => {
      if (actCount() !== state.act) {
        state.arrivals.clear();
        return;
      }
      const mine = state.arrivals.take(items);
      if (mine.length > 0) {
        take(mine, state.hasSome);
        state.hasSome = true;
        state.act = actCount();
      }
    },
  };
}
