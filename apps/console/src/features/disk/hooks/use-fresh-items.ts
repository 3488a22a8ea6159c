import type { DiskItem } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';
import type { Folder } from '../api/folder.js';
import { FreshFinder } from '../fresh-finder.js';

const freshMs = 1_300;

/** Which entries in view have come or changed while the folder was open: they tint for a moment. */
export function useFreshItems(folder: Folder): (item: DiskItem) => boolean {
  const finder = useRef(new FreshFinder());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    if (folder.total === undefined) {
      return;
    }
    const changed = finder.current.look(folder.order, folder.total, folder.partsHere());
    if (changed.length > 0) {
      setFresh(new Set(changed));
      clearTimeout(timer.current ?? undefined);
      timer.current = setTimeout(() => setFresh(new Set()), freshMs);
    }
  }, [folder]);
  return (item) => fresh.has(item.path);
}
