import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/state/empty-state.js';
import { lazyComponent } from '../../ui/lazy-component.js';
import type { FileSpace, SearchFilter } from '../file-space.js';
import type { SearchScope } from './search-line.js';

const SearchEmpty = lazyComponent(async () => (await import('./search-empty.js')).SearchEmpty);

interface FolderEmptyProps {
  space: FileSpace;
  dir: string;
  /** Empty: it is a folder and not a search. */
  searched: string;
  scope: SearchScope;
  filter: SearchFilter;
  canAdd: boolean;
  onNewFolder: () => void;
  onSearch: (scope?: SearchScope, filter?: Partial<SearchFilter>) => void;
  onLeaveSearch: () => void;
}

/** What stands in place of entries where a folder or a search has none. */
export function FolderEmpty({ canAdd, onNewFolder, ...props }: FolderEmptyProps): ReactNode {
  const { t } = useTranslation('files');
  const { onSearch, onLeaveSearch, ...search } = props;
  return search.searched !== '' ? (
    <SearchEmpty {...search} onChange={onSearch} onLeave={onLeaveSearch} />
  ) : (
    <EmptyState
      title={t('emptyTitle')}
      hint={t(canAdd ? 'emptyHint' : 'emptyShownHint')}
      action={canAdd && <Button onClick={onNewFolder}>{t('newFolder')}</Button>}
    />
  );
}
