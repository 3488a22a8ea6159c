import type { DiskItem } from '@clusterdesk/contracts';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import type { FilesSort } from './file-names.js';
import type { StartCopy } from './move-copy/move-or-copy.js';
import type { ViewMode } from './toolbar/view-choices.js';

/** What `app` joins the page with. */
export interface FolderPageActions {
  canDownload: boolean;
  onUpload: (dir: string, picked: PickedFile[]) => void;
  onDownload: (paths: string[], isSingleFile: boolean) => void;
  /** Starts a copy in the background. @throws ApiError */
  onCopy: StartCopy;
  /** Shows a file; `among` are its neighbours in the order of the page. */
  onOpenFile: (file: DiskItem, among: readonly DiskItem[]) => void;
  onDownloadClient: () => void;
  onOpenClient: () => void;
}

/** Everything one folder's page gets: what it is, and how the user looks at it. */
export interface FolderPageProps extends FolderPageActions {
  dir: string;
  searched: string;
  view: ViewMode;
  onViewChange: (view: ViewMode) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
}
