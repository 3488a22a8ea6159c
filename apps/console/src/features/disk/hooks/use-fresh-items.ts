import type { DiskItem } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';
import type { Folder } from '../api/folder.js';
import { FreshFinder } from '../fresh-finder.js';

const freshMs = 1_300;

/** Which entries in view have come or changed while the folder was open: they tint for a moment, and `onFresh` is told of them. */
export function useFreshItems(
  folder: Folder,
  onFresh: (items: readonly DiskItem[]) => void,
): (item: DiskItem) => boolean {
  const latest = useRef(onFresh);
  useEffect(() => {
    latest.current = onFresh;
  });
  const finder = useRef(new FreshFinder());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    if (folder.total === undefined) {
      return;
    }
    const parts = folder.partsHere();
    const changed = new Set(finder.current.look(folder.order, folder.total, parts));
    if (changed.size > 0) {
      setFresh(changed);
      latest.current(parts.flatMap(({ items }) => items.filter(({ path }) => changed.has(path))));
      clearTimeout(timer.current ?? undefined);
      timer.current = setTimeout(() => setFresh(new Set()), freshMs);
    }
  }, [folder]);
  return (item) => fresh.has(item.path);
}
