import { useEffect, useRef } from 'react';
import type { Folder } from './folder.js';

/** The folder, or while another order of it is still on its way, what was there before: nothing flickers. */
export function usePreviousWhileLoading(folder: Folder): Folder {
  const last = useRef(folder);
  useEffect(() => {
    if (folder.total !== undefined) {
      last.current = folder;
    }
  });
  return folder.total === undefined && !folder.error ? last.current : folder;
}
