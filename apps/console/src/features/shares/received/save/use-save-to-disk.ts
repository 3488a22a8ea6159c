import { endpoints, type CopyState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { call } from '../../../../shared/api/call.js';
import type { FileEntry, FileSpace } from '../../../../shared/file-browser/file-space.js';
import type { StartCopy } from '../../../../shared/file-browser/move-copy/move-or-copy.js';
import { useCopyNotifications } from '../../../../shared/file-browser/move-copy/use-copy-notifications.js';
import { useMoveCopy } from '../../../../shared/file-browser/move-copy/use-move-copy.js';
import { entryKey, readEntryKey } from './share-entry-key.js';

/** Saving entries of a share to the own disk. */
export interface SaveToDisk {
  /** Asks for a folder of the disk, then about taken names, and begins. */
  save: (shareId: string, items: readonly FileEntry[]) => void;
  dialogs: ReactNode;
}

/** No folder of the disk is in sight here: whatever was saved is told with a way there. */
const nowhere = '';

/** Saves entries of shares to the own disk as copying there does; `onBegun` shows how far it is. */
export function useSaveToDisk(disk: FileSpace, onBegun: (state: CopyState) => void): SaveToDisk {
  const start: StartCopy = async (keys, dir, operation) => {
    const states = await call(endpoints.shares.saveToMe, {
      items: keys.map(readEntryKey),
      dir,
      operation,
      async: true,
    });
    states.forEach((state) => onBegun(state));
    // The entries of one act are of one share, and so of one copy.
    return states[0]?.copyId ?? '';
  };
  const startAndTell = useCopyNotifications(disk, nowhere, start);
  const { chooseFolder, dialogs } = useMoveCopy(disk, '/', startAndTell, () => undefined);
  return {
    save: (shareId, items) =>
      chooseFolder(
        'save',
        items.map((item) => ({ ...item, path: entryKey(shareId, item.path) })),
      ),
    dialogs,
  };
}
