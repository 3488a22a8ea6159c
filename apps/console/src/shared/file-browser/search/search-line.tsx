import { ArrowLeftOutlined } from '@ant-design/icons';
import { limits } from '@clusterdesk/contracts';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { nameOf } from '../file-names.js';
import type { FileSpace, SearchFilter, SearchResult } from '../file-space.js';
import { SearchFilters } from './search-filters.js';
import styles from './search-line.module.css';

/** Where a search looks: everywhere in the space, or below one folder. */
export type SearchScope = 'all' | 'here';

interface SearchLineProps {
  space: FileSpace;
  dir: string;
  searched: string;
  scope: SearchScope;
  filter: SearchFilter;
  /** How far the search came; null while it runs. */
  found: Omit<SearchResult, 'items'> | null;
  onChange: (scope: SearchScope, filter: SearchFilter) => void;
  onLeave: () => void;
}

/** What was searched for, where, and the way to look elsewhere, for less, or to leave the search. */
export function SearchLine(props: SearchLineProps): ReactNode {
  const { space, dir, searched, scope, filter, found } = props;
  const { t } = useTranslation('files');
  const place = scope === 'here' && dir !== '/' ? nameOf(dir) : space.rootLabel();
  return (
    <div className={styles['line']}>
      <Button type="text" size="small" icon={<ArrowLeftOutlined />} onClick={props.onLeave}>
        {t('leaveSearch')}
      </Button>
      <span>{t('searchResult', { key: searched })}</span>
      {dir !== '/' && (
        <Segmented<SearchScope>
          size="small"
          aria-label={t('searchScope')}
          value={scope}
          onChange={(next) => props.onChange(next, filter)}
          options={[
            { value: 'all', label: t('searchAll', { name: space.rootLabel() }) },
            { value: 'here', label: t('searchHere', { name: nameInSentence(nameOf(dir)) }) },
          ]}
        />
      )}
      <SearchFilters filter={filter} onChange={(next) => props.onChange(scope, next)} />
      <span className={styles['looked']} role="status">
        {found && t('searchedFolders', { count: found.searchedFolders, place })}
        {found?.cutBy && (
          <b className={styles['cut']}>
            {' · '}
            {found.cutBy === 'count'
              ? t('searchCutByCount', { count: limits.searchMaxHits })
              : t('searchCutByTime', { seconds: limits.searchMaxMs / 1_000 })}
          </b>
        )}
      </span>
    </div>
  );
}
