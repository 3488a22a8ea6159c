import type { ActionMaker, FileActionSet } from './action-scope.js';
import { fileActions } from './file-actions.js';

/** The menu of entries: opening them, what the page does with them, and the clipboard. */
export const itemActions = ({ selected }: FileActionSet): (readonly ActionMaker[])[] => [
  [fileActions.open, fileActions.showInFolder],
  [fileActions.copy, fileActions.cut, fileActions.copyScriptPath, fileActions.copyPath],
  ...selected,
  [fileActions.favourite, fileActions.details],
];

/** The menu of the space between entries. */
export const backgroundActions = (
  { create, page }: FileActionSet,
  isSearch: boolean,
): (readonly ActionMaker[])[] => [
  ...(isSearch ? [] : [create, [fileActions.paste]]),
  [fileActions.selectAll],
  page,
];
