import { endpoints, type CopyState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { call } from '../../../../shared/api/call.js';
import type { FileEntry, FileSpace } from '../../../../shared/file-browser/file-space.js';
import {
  useSaveHere,
  type BeginSaving,
} from '../../../../shared/file-browser/move-copy/use-save-here.js';
import { entryKey, readEntryKey } from './share-entry-key.js';

/** Saving entries of a share to the own disk. */
export interface SaveToDisk {
  /** Asks for a folder of the disk, then about taken names, and begins. */
  save: (shareId: string, items: readonly FileEntry[]) => void;
  dialogs: ReactNode;
}

const begin: BeginSaving = (keys, dir, operation) =>
  call(endpoints.shares.saveToMe, {
    items: keys.map(readEntryKey),
    dir,
    operation,
    async: true,
  });

/** Saves entries of shares to the own disk as copying there does; `onBegun` shows how far it is. */
export function useSaveToDisk(disk: FileSpace, onBegun: (state: CopyState) => void): SaveToDisk {
  const { chooseFolder, dialogs } = useSaveHere(disk, null, begin, onBegun);
  return {
    save: (shareId, items) =>
      chooseFolder(items.map((item) => ({ ...item, path: entryKey(shareId, item.path) }))),
    dialogs,
  };
}
