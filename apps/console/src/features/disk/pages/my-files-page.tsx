import type { DiskItem } from '@clusterdesk/contracts';
import { startTransition, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import { useFolder, useSearch } from '../api/folder.js';
import { FolderPage } from '../components/folder-page.js';
import type { ViewMode } from '../components/view-choices.js';
import type { FilesSort } from '../file-names.js';
import { useCopyNotifications } from '../hooks/use-copy-notifications.js';
import type { StartCopy } from '../move-or-copy.js';

/** What `app` joins the page with. */
export interface MyFilesPageProps {
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
export interface FolderPageProps extends MyFilesPageProps {
  dir: string;
  searched: string;
  view: ViewMode;
  onViewChange: (view: ViewMode) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
}

const storedView = (): ViewMode => (localStorage.getItem('filesView') === 'grid' ? 'grid' : 'list');

function Listed(props: FolderPageProps): ReactNode {
  return <FolderPage {...props} folder={useFolder(props.dir, props.sort)} />;
}

function Searched(props: FolderPageProps): ReactNode {
  return <FolderPage {...props} folder={useSearch(props.dir, props.searched, props.sort)} />;
}

/** My files (spec part 1 §2). The folder and the search stand in the URL, so that reload and back work. */
export function MyFilesPage(props: MyFilesPageProps): ReactNode {
  const [search] = useSearchParams();
  const dir = search.get('dir') || '/';
  const key = search.get('key') ?? '';
  const [view, setView] = useState(storedView);
  const [sort, setSort] = useState<FilesSort>({ key: 'name', isDescending: false });
  const onCopy = useCopyNotifications(dir, props.onCopy);
  const changeView = (next: ViewMode): void => {
    localStorage.setItem('filesView', next);
    setView(next);
  };
  const Page = key ? Searched : Listed;
  return (
    <Page
      key={`${dir}?${key}`}
      {...props}
      onCopy={onCopy}
      dir={dir}
      searched={key}
      view={view}
      onViewChange={changeView}
      sort={sort}
      // Drawn in slices: a whole page drawn at once is a stutter on a slow machine.
      onSortChange={(next) => startTransition(() => setSort(next))}
    />
  );
}
