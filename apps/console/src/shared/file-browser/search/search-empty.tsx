import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/state/empty-state.js';
import { nameOf } from '../file-names.js';
import type { FileSpace, SearchFilter } from '../file-space.js';
import { isNarrowed } from './search-filter.js';
import type { SearchScope } from './search-line.js';

interface SearchEmptyProps {
  space: FileSpace;
  dir: string;
  searched: string;
  scope: SearchScope;
  filter: SearchFilter;
  onChange: (scope: SearchScope, filter?: SearchFilter) => void;
  onLeave: () => void;
}

/** Nothing was found: offers to leave less out, then to look everywhere, then to leave the search. */
export function SearchEmpty(props: SearchEmptyProps): ReactNode {
  const { space, dir, searched, scope, filter } = props;
  const { t } = useTranslation('files');
  const isHere = scope === 'here' && dir !== '/';
  const title = t(isNarrowed(filter) ? 'searchNarrowEmpty' : 'searchEmpty', {
    key: searched,
    place: isHere ? nameOf(dir) : space.rootLabel(),
  });
  const action = isNarrowed(filter) ? (
    <Button onClick={() => props.onChange(scope)}>{t('clearFilter')}</Button>
  ) : isHere ? (
    <Button onClick={() => props.onChange('all', filter)}>
      {t('searchAll', { name: space.rootLabel() })}
    </Button>
  ) : (
    <Button onClick={props.onLeave}>{t('leaveSearch')}</Button>
  );
  return <EmptyState title={title} hint={t('searchEmptyHint')} action={action} />;
}
