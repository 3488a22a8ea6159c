import { startTransition, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFolder, useSearch } from './api/folder.js';
import { readFilesSort } from './api/first-list.js';
import { keepFilesSort } from './api/page-query.js';
import type { FileBrowserSource, FolderViewProps } from './file-browser-props.js';
import type { FilesSort } from './file-names.js';
import { useFolderSizes } from './folder-sizes/use-folder-sizes.js';
import { FolderView } from './folder-view.js';
import { useCopyNotifications } from './move-copy/use-copy-notifications.js';
import { filterFrom } from './search/search-filter.js';
import type { ViewMode } from './toolbar/view-switch.js';

const storedView = (): ViewMode => (localStorage.getItem('filesView') === 'grid' ? 'grid' : 'list');

function Listed(props: FolderViewProps): ReactNode {
  return <FolderView {...props} folder={useFolder(props.space, props.dir, props.sort)} />;
}

function Searched(props: FolderViewProps): ReactNode {
  const { space, dir, searched, scope, filter, sort } = props;
  const folder = useSearch(space, scope === 'here' ? dir : '/', searched, filter, sort);
  return <FolderView {...props} folder={folder} />;
}

/** The files of a space. The folder (`dir`) and the search (`key`, `scope`, `kind`, `changed`) stand in the URL, so that reload and back work. */
export function FileBrowser(props: FileBrowserSource): ReactNode {
  const [search] = useSearchParams();
  const dir = search.get('dir') || '/';
  const key = search.get('key') ?? '';
  const scope = search.get('scope') === 'here' ? 'here' : 'all';
  const filter = filterFrom(search);
  const [view, setView] = useState(storedView);
  const [sort, setSort] = useState(readFilesSort);
  const folderSizes = useFolderSizes(props.space);
  const onCopy = useCopyNotifications(props.space, dir, props.onCopy);
  const changeView = (next: ViewMode): void => {
    localStorage.setItem('filesView', next);
    setView(next);
  };
  const changeSort = (next: FilesSort): void => {
    keepFilesSort(next);
    // Drawn in slices: a whole page drawn at once is a stutter on a slow machine.
    startTransition(() => setSort(next));
  };
  const Page = key ? Searched : Listed;
  return (
    <Page
      key={`${dir}?${key}?${scope}`}
      {...props}
      onCopy={onCopy}
      dir={dir}
      searched={key}
      scope={scope}
      filter={filter}
      view={view}
      onViewChange={changeView}
      sort={sort}
      onSortChange={changeSort}
      folderSizes={folderSizes}
    />
  );
}
