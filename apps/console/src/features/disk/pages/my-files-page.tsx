import { startTransition, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFolder, useSearch } from '../file-browser/api/folder.js';
import { FolderPage } from '../file-browser/folder-page.js';
import type { FolderPageActions, FolderPageProps } from '../file-browser/folder-page-props.js';
import type { ViewMode } from '../file-browser/toolbar/view-choices.js';
import type { FilesSort } from '../file-browser/file-names.js';
import { useCopyNotifications } from '../file-browser/move-copy/use-copy-notifications.js';

const storedView = (): ViewMode => (localStorage.getItem('filesView') === 'grid' ? 'grid' : 'list');

function Listed(props: FolderPageProps): ReactNode {
  return <FolderPage {...props} folder={useFolder(props.dir, props.sort)} />;
}

function Searched(props: FolderPageProps): ReactNode {
  return <FolderPage {...props} folder={useSearch(props.dir, props.searched, props.sort)} />;
}

/** My files (spec part 1 §2). The folder and the search stand in the URL, so that reload and back work. */
export function MyFilesPage(props: FolderPageActions): ReactNode {
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
