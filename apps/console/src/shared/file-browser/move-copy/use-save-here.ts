import type { CopyState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import type { ConflictOperation, FileEntry, FileSpace } from '../file-space.js';
import { useCopyNotifications } from './use-copy-notifications.js';
import { useMoveCopy } from './use-move-copy.js';

/** Begins copies of entries of another space into a folder of this one. @throws ApiError */
export type BeginSaving = (
  paths: string[],
  dir: string,
  operation: ConflictOperation,
) => Promise<readonly CopyState[]>;

export interface SaveHere {
  /** Asks for a folder of the space, then about taken names, and begins. */
  chooseFolder: (items: readonly FileEntry[]) => void;
  /** The same into a folder that is known. */
  into: (items: readonly FileEntry[], dir: string) => void;
  dialogs: ReactNode;
}

/** Of no folder: what was saved is always told with a way there. */
const nowhere = '';

/**
 * Saves entries of other spaces into `space` as copying within it does; `onBegun` shows how far each copy is.
 * @param dir the folder of the space that the page shows; null: none
 */
export function useSaveHere(
  space: FileSpace,
  dir: string | null,
  begin: BeginSaving,
  onBegun: (state: CopyState) => void,
): SaveHere {
  const startAndTell = useCopyNotifications(space, dir ?? nowhere, async (...input) => {
    const states = await begin(...input);
    states.forEach((state) => onBegun(state));
    // The entries of one act are of one space, and so of one copy.
    return states[0]?.copyId ?? '';
  });
  const { chooseFolder, start, dialogs } = useMoveCopy(
    space,
    dir ?? '/',
    startAndTell,
    () => undefined,
  );
  return {
    chooseFolder: (items) => chooseFolder('save', items),
    into: (items, target) => void start('save', items, target),
    dialogs,
  };
}
