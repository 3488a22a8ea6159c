import type { TFunction } from 'i18next';
import type { FileRights } from '../file-rights.js';
import type { FileEntry, FileSpace } from '../file-space.js';
import type { Favourites } from '../favourites/use-favourites.js';
import type { MoveCopy } from '../move-copy/use-move-copy.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileAction } from '../toolbar/file-action.js';
import type { Removing } from './use-removing.js';
import type { ClipboardActions } from './use-clipboard-actions.js';

/** What an action of the file browser works with: the folder shown, what is selected of it, and the ways to change it. */
export interface ActionScope {
  space: FileSpace;
  rights: FileRights;
  dir: string;
  isSearch: boolean;
  selection: Selection;
  moveCopy: MoveCopy;
  clipboard: ClipboardActions;
  removing: Removing;
  /** Null: nothing here can be made a favourite. */
  favourites: Favourites | null;
  pickFiles: () => void;
  pickFolder: () => void;
  newFolder: () => void;
  rename: () => void;
  open: (item: FileEntry) => void;
  showDetails: () => void;
  /** Leads to another page; `select` is selected there. */
  go: (path: string, select?: string) => void;
  /** Calls `work` with the selected entries, those that are not here yet included; failures are said. */
  withSelected: (work: (items: FileEntry[]) => void) => void;
  /** Tells the user something that worked, or why it did not. */
  say: (kind: 'success' | 'error', text: string) => void;
  t: TFunction<['files', 'common']>;
}

/** Makes an action for a page; null where it makes no sense just now. */
export type ActionMaker = (scope: ActionScope) => FileAction | null;

/** The actions a page composes; each list holds groups, between which a line is drawn. */
export interface FileActionSet {
  /** While nothing is selected: what makes something new. The first one is the primary one. */
  create: readonly ActionMaker[];
  /** With what is selected. */
  selected: readonly (readonly ActionMaker[])[];
  /** Rarely needed, of the page as a whole: in the menu of the bar and of the empty area. */
  page: readonly ActionMaker[];
}

/** The actions of some makers that make sense now. */
export const actionsOf = (makers: readonly ActionMaker[], scope: ActionScope): FileAction[] =>
  makers.map((make) => make(scope)).filter((action) => action !== null);
