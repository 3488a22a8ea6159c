import type { RefObject } from 'react';
import type { Folder } from '../api/folder.js';
import type { FileSpace } from '../file-space.js';
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
  /** What was searched for; empty: this is a folder. Hits are marked and say where they are. */
  searched: string;
  /** What tells how much is below folders, in the list; null: their rows do not say. */
  measuredBy: FileSpace | null;
  placePath: (dir: string) => string;
  width: number;
  box: Box | null;
  entryAt: (index: number) => EntryProps;
}
