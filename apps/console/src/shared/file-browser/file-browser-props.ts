import type { ComponentType, ReactNode } from 'react';
import type { PickedFile } from '../files/picked-file.js';
import type { FileActionSet } from './actions/action-scope.js';
import type { FilesSort } from './file-names.js';
import type { FileRights } from './file-rights.js';
import type { FolderSizes } from './folder-sizes/use-folder-sizes.js';
import type { FileEntry, FileSpace, SearchFilter, ShownFile } from './file-space.js';
import type { StartCopy } from './move-copy/move-or-copy.js';
import type { SearchScope } from './search/search-line.js';
import type { ViewMode } from './toolbar/view-switch.js';

/** What a feature gives to have its files browsed. */
export interface FileBrowserSource {
  space: FileSpace;
  /** What can be done here, composed of `fileActions` and the feature's own. */
  actions: FileActionSet;
  /** Absent: whatever the space can do. */
  rights?: FileRights;
  /** Stands at the end of the breadcrumb's row: how full the space is. */
  status?: ReactNode;
  /** What another feature knows of a file; stands below its details. */
  Origin?: ComponentType<{ space: FileSpace; file: FileEntry }> | undefined;
  /** What other features have to say of an entry, file or folder; stands at the end of its details. */
  Beside?: ComponentType<{ space: FileSpace; entry: FileEntry }> | undefined;
  /** Stands below the files: what is to be said of the folder, or of the one entry that is selected. */
  note?: (dir: string, selected: FileEntry | null) => ReactNode;
  /** The files take no more than 600 px of the page (spec part 1 §2, Projects). */
  isBounded?: boolean;
  onUpload: (dir: string, picked: PickedFile[]) => void;
  /** Starts a copy in the background. @throws ApiError */
  onCopy: StartCopy;
  /** Shows a file; `among` are its neighbours in the order of the page. */
  onOpenFile: (file: ShownFile, among: readonly ShownFile[]) => void;
}

/** Everything one folder's page gets: what it is, and how the user looks at it. */
export interface FolderViewProps extends FileBrowserSource {
  dir: string;
  searched: string;
  scope: SearchScope;
  filter: SearchFilter;
  view: ViewMode;
  onViewChange: (view: ViewMode) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  /** Absent: the space does not tell how much its folders hold. */
  folderSizes?: FolderSizes | undefined;
}
