import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.js';
import { removeItems, renameItem } from '../api/change-files.js';
import { joinPath, parentOf } from '../file-names.js';
import type { AskNameConflict } from '../move-copy/move-or-copy.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileEntry, FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

export interface Renaming {
  /** The entry whose name is a field now. */
  path: string | null;
  /** Makes the selected entry's name a field; exactly one must be selected (spec part 1 §8). */
  start: () => void;
  /** @throws ApiError, and the field stays open */
  commit: (item: FileEntry, name: string) => Promise<void>;
  cancel: () => void;
}

/** The path of the entry whose name was in the way; null: the refusal has another reason. */
function takenBy(error: unknown, dir: string): string | null {
  const isTaken = error instanceof ApiError && error.error === 'FILE_NAME_TAKEN';
  const name = isTaken ? error.details['name'] : null;
  return typeof name === 'string' ? joinPath(dir, name) : null;
}

/** Renaming in place; what becomes of a taken name is asked. */
export function useRenaming(
  space: FileSpace,
  selection: Selection,
  ask: AskNameConflict,
): Renaming {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const { single, count, scrollToAndSelect, changeCount } = selection;
  const [path, setPath] = useState<string | null>(null);
  /** Renames and answers the new path. @throws ApiError, a refusal that the user leaves as it is included */
  const renameTo = async (item: FileEntry, name: string): Promise<string> => {
    try {
      return await renameItem(space, item, name);
    } catch (error) {
      const dir = parentOf(item.path);
      const taken = takenBy(error, dir);
      // Another spelling of its own name is in nobody's way but its own.
      if (taken === null || taken === item.path) {
        throw error;
      }
      const { newName } = await space.checkName(dir, name);
      const { choice } = await ask({ name, isFolder: item.directory, newName, others: 0 });
      if (choice === 'cancel') {
        throw error;
      }
      if (choice === 'overwrite') {
        await removeItems(space, [taken]);
        return renameTo(item, name);
      }
      return renameTo(item, newName);
    }
  };
  return {
    path,
    start: () => {
      if (count === 0) {
        void message.warning(t('pickSomething'));
      } else if (!single) {
        void message.warning(t('pickOne'));
      } else {
        setPath(single.path);
      }
    },
    commit: async (item, name) => {
      // The list may show the new name before the answer is here: by then the next entry may be selected, its name a field.
      const close = (): void => setPath((current) => (current === item.path ? null : current));
      if (name === item.localPath) {
        close();
        return;
      }
      const before = changeCount();
      const newPath = await renameTo(item, name);
      close();
      void message.success(t('renamed'));
      if (changeCount() === before) {
        await scrollToAndSelect(newPath);
      }
    },
    cancel: () => setPath(null),
  };
}
