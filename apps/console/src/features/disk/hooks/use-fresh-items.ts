import type { DiskItem } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';
import type { Folder } from '../api/folder.js';

const freshMs = 1_300;
/** More than this at once is another view of the folder, not news. */
const maxFresh = 500;

const stampOf = (item: DiskItem): string => `${item.createDate}|${item.size}`;

/** Which entries have come or changed while the folder was open: they tint for a moment. */
export function useFreshItems(folder: Folder): (item: DiskItem) => boolean {
  const known = useRef<{ stamps: Map<string, string>; total: number } | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (folder.total === undefined) {
      return undefined;
    }
    const before = known.current;
    // Of a folder that is here in parts, what was out of view is not new when it comes into view.
    const items = folder.itemsHere(0, folder.isWhole ? folder.total - 1 : 0);
    known.current = {
      stamps: new Map(items.map((item) => [item.path, stampOf(item)])),
      total: folder.total,
    };
    if (!before || !folder.isWhole) {
      return undefined;
    }
    const changed = items.filter((item) => before.stamps.get(item.path) !== stampOf(item));
    if (changed.length === 0 || changed.length > maxFresh) {
      return undefined;
    }
    setFresh(new Set(changed.map((item) => item.path)));
    const timer = setTimeout(() => setFresh(new Set()), freshMs);
    return () => clearTimeout(timer);
  }, [folder]);
  return (item) => fresh.has(item.path);
}
