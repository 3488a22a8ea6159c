import type { DiskItem } from '@clusterdesk/contracts';
import { useSyncExternalStore } from 'react';
import type { PlaceMode } from '../place-items.js';

/** What Ctrl+C or Ctrl+X took, until it is pasted or something else is taken. */
export interface FilesClipboard {
  mode: PlaceMode;
  items: readonly DiskItem[];
}

let held: FilesClipboard | null = null;
const listeners = new Set<() => void>();

/** Takes entries for a later paste; null lets them go. */
export function holdFiles(clipboard: FilesClipboard | null): void {
  held = clipboard;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is held for pasting; it outlives moving between folders. */
export const useHeldFiles = (): FilesClipboard | null =>
  useSyncExternalStore(subscribe, () => held);
