import type { DiskItem } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';

const freshMs = 1_300;

/** Which entries have come or changed while the folder was open: they tint for a moment. */
export function useFreshItems(
  place: string,
  items: readonly DiskItem[] | undefined,
): (item: DiskItem) => boolean {
  const known = useRef<{ place: string; stamps: Map<string, string> } | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!items) {
      return undefined;
    }
    const stamps = new Map(items.map((item) => [item.path, `${item.createDate}|${item.size}`]));
    const before = known.current;
    known.current = { place, stamps };
    if (before?.place !== place) {
      return undefined;
    }
    const changed = [...stamps.keys()].filter(
      (path) => before.stamps.get(path) !== stamps.get(path),
    );
    if (changed.length === 0) {
      return undefined;
    }
    setFresh(new Set(changed));
    const timer = setTimeout(() => setFresh(new Set()), freshMs);
    return () => clearTimeout(timer);
  }, [place, items]);
  return (item) => fresh.has(item.path);
}
