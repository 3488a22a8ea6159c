import { watch } from 'node:fs';

/**
 * Calls once when something changes in a folder; not at all where the host has no watches left.
 * @returns ends the watch
 */
export function onceChanged(folder: string, call: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, () => {
      watcher.close();
      call();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined; // Whoever waits looks by itself, if later.
  }
}
