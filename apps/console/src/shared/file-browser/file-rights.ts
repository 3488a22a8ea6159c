import type { FileEntry } from './file-space.js';
import type { Selection } from './selection/use-selection.js';

/** What may be done in a space that does not allow everybody everything; what is refused is not offered. The server decides. */
export interface FileRights {
  /** Adding to the folder shown. */
  canAdd: boolean;
  /** Renaming, moving and deleting an entry. */
  canEdit: (entry: FileEntry) => boolean;
  /** Taking its content: downloading and copying it. */
  canTake: (entry: FileEntry) => boolean;
}

/** Where nothing else is said. */
export const allRights: FileRights = {
  canAdd: true,
  canEdit: () => true,
  canTake: () => true,
};

/** Whether something holds for all that is selected, as far as that is known here. */
export const holdsForSelected = (
  { state }: Pick<Selection, 'state'>,
  test: (entry: FileEntry) => boolean,
): boolean => state.isInverted || [...state.marked.values()].every(test);
