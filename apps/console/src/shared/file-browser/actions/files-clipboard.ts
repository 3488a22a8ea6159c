import { useSyncExternalStore } from 'react';
import type { MoveCopyMode } from '../move-copy/move-or-copy.js';
import type { FileEntry } from '../file-space.js';

/** The entries of the last Ctrl+C or Ctrl+X, until they are pasted or replaced. */
export interface FilesClipboard {
  /** The space they are in: their paths mean nothing in another one. */
  spaceKey: string;
  mode: MoveCopyMode;
  items: readonly FileEntry[];
}

let current: FilesClipboard | null = null;
const listeners = new Set<() => void>();

/** Puts entries on the clipboard for a later paste; null empties it. */
export function setClipboard(clipboard: FilesClipboard | null): void {
  current = clipboard;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The content of the clipboard; it outlives moving between folders. */
export const useClipboard = (): FilesClipboard | null =>
  useSyncExternalStore(subscribe, () => current);
