import { endpoints } from '@clusterdesk/contracts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { clipboardKey, readUserId } from '../../api/session.js';

const clipboardSchema = z.object({
  /** The space they are in: their paths mean nothing in another one. */
  spaceKey: z.string(),
  mode: z.enum(['copy', 'move']),
  items: endpoints.disk.list.result.readonly(),
});

/** The entries of the last Ctrl+C or Ctrl+X of the user, in whichever window of the browser, until they are pasted or replaced. */
export type FilesClipboard = z.infer<typeof clipboardSchema>;

const storedSchema = clipboardSchema.extend({ userId: z.string() });

/** Undefined: not read yet. */
let current: FilesClipboard | null | undefined;
const listeners = new Set<() => void>();

function replace(clipboard: FilesClipboard | null): void {
  current = clipboard;
  listeners.forEach((listener) => listener());
}

function read(): FilesClipboard | null {
  try {
    const { userId, ...clipboard } = storedSchema.parse(
      JSON.parse(localStorage.getItem(clipboardKey) ?? 'null'),
    );
    return userId === readUserId() ? clipboard : null;
  } catch {
    return null;
  }
}

/** Another window cut, copied or pasted, or signed out. */
function follow({ key }: StorageEvent): void {
  if (key === clipboardKey) {
    replace(read());
  }
}

/** Puts entries on the clipboard for a later paste; null empties it. */
export function setClipboard(clipboard: FilesClipboard | null): void {
  replace(clipboard);
  localStorage.removeItem(clipboardKey);
  if (clipboard) {
    try {
      localStorage.setItem(clipboardKey, JSON.stringify({ ...clipboard, userId: readUserId() }));
    } catch {
      // More than the storage holds: they can be pasted in this window only.
    }
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Once, and for good: what other windows do counts also while this one shows no files.
  window.addEventListener('storage', follow);
  return () => listeners.delete(listener);
}

/** The content of the clipboard; it outlives moving between folders. */
export const useClipboard = (): FilesClipboard | null =>
  useSyncExternalStore(subscribe, () => (current === undefined ? (current = read()) : current));
