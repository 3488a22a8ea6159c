import type { RefObject } from 'react';
import type { Folder } from '../api/folder.js';
import type { FilesSort } from '../file-names.js';
import type { Box } from '../input/tiles-in.js';
import type { Selection } from '../selection/use-selection.js';
import type { EntryProps } from './entry/entry-props.js';

/** What list and grid draw from. */
export interface FilesBodyProps {
  /** The element that keeps the focus and scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  folder: Folder;
  selection: Selection;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  /** Search hits also say where they are. */
  showsPlace: boolean;
  width: number;
  box: Box | null;
  entryAt: (index: number) => EntryProps;
}
