import { useEffect, useRef, useState } from 'react';
import type { Folder } from './folder.js';
import { EntryDiff } from './entry-diff.js';
import type { FileEntry } from '../file-space.js';

const highlightMs = 1_300;

/** Which entries in view have come or changed while the folder was open: they tint for a moment, and `onChanged` is told of them. */
export function useChangedEntries(
  folder: Folder,
  onChanged: (items: readonly FileEntry[]) => void,
): (item: FileEntry) => boolean {
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  const diff = useRef(new EntryDiff());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    if (folder.total === undefined) {
      return;
    }
    const parts = folder.partsHere();
    const changed = new Set(diff.current.update(folder.order, folder.total, parts));
    if (changed.size > 0) {
      setHighlighted(changed);
      latest.current(parts.flatMap(({ items }) => items.filter(({ path }) => changed.has(path))));
      clearTimeout(timer.current ?? undefined);
      timer.current = setTimeout(() => setHighlighted(new Set()), highlightMs);
    }
  }, [folder]);
  return (item) => highlighted.has(item.path);
}
