import { useState } from 'react';
import type { FileSpace } from '../file-space.js';

/** Whether lists say how much is below each folder. */
export interface FolderSizes {
  areShown: boolean;
  toggle: () => void;
}

const storageKey = 'filesFolderSizes';

/** The choice to have folders measured in lists, this browser's; undefined where the space does not measure. */
export function useFolderSizes({ reads }: FileSpace): FolderSizes | undefined {
  const [areShown, setAreShown] = useState(() => localStorage.getItem(storageKey) === 'true');
  const toggle = (): void => {
    localStorage.setItem(storageKey, String(!areShown));
    setAreShown(!areShown);
  };
  return reads.measure && { areShown, toggle };
}
