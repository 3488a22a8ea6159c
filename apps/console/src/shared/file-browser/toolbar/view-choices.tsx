import {
  AppstoreOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { AutoComplete, Button, Dropdown, Input, Segmented, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readUserId } from '../../api/session.js';
import { readRecentSearches, rememberSearch } from '../search/recent-searches.js';
import { sortKeys, type FilesSort } from '../file-names.js';
import styles from '../files.module.css';

export type ViewMode = 'list' | 'grid';

interface ViewChoicesProps {
  searched: string;
  onSearch: (key: string) => void;
  view: ViewMode;
  onViewChange: (view: ViewMode) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
}

/** The order after a choice from its menu: another key, or the other way round. */
const sortBy = (sort: FilesSort, chosen: string): FilesSort => ({
  key: sortKeys.find((key) => key === chosen) ?? sort.key,
  isDescending: chosen === 'desc' || (chosen !== 'asc' && sort.isDescending),
});

/** Search, sorting where there is no table head to click, and list or grid. */
export function ViewChoices(props: ViewChoicesProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const [searchKey, setSearchKey] = useState(props.searched);
  const { sort, view } = props;
  const recent = readRecentSearches(localStorage, readUserId());
  const search = (key: string): void => {
    rememberSearch(localStorage, readUserId(), key.trim());
    props.onSearch(key.trim());
  };
  const labels = {
    name: t('files:name'),
    size: t('files:size'),
    createDate: t('files:uploadTime'),
  };
  return (
    <>
      <Space.Compact className={styles['search'] ?? ''}>
        <AutoComplete
          value={searchKey}
          options={recent
            .filter((key) => key !== searchKey && key.includes(searchKey))
            .map((key) => ({ value: key }))}
          onChange={setSearchKey}
          onSelect={search}
          defaultActiveFirstOption={false}
          className={styles['searchField'] ?? ''}
        >
          <Input
            type="search"
            allowClear
            maxLength={255}
            placeholder={t('files:searchPlaceholder')}
            aria-label={t('files:searchPlaceholder')}
            onClear={() => props.onSearch('')}
            onPressEnter={() => search(searchKey)}
          />
        </AutoComplete>
        <Button onClick={() => search(searchKey)}>{t('common:search')}</Button>
      </Space.Compact>
      {view === 'grid' && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            multiple: true,
            selectedKeys: [sort.key, sort.isDescending ? 'desc' : 'asc'],
            items: [
              ...sortKeys.map((key) => ({ key, label: labels[key] })),
              { type: 'divider', key: 'line' },
              { key: 'asc', label: t('files:ascending'), icon: <SortAscendingOutlined /> },
              { key: 'desc', label: t('files:descending'), icon: <SortDescendingOutlined /> },
            ],
            onClick: ({ key }) => props.onSortChange(sortBy(sort, key)),
          }}
        >
          <Button
            icon={sort.isDescending ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
            aria-label={`${t('files:sort')}: ${labels[sort.key]}`}
            title={`${t('files:sort')}: ${labels[sort.key]}`}
          >
            <span className={styles['sortLabel']}>{labels[sort.key]}</span>
          </Button>
        </Dropdown>
      )}
      <Segmented<ViewMode>
        aria-label={t('files:view')}
        value={view}
        onChange={props.onViewChange}
        options={[
          { value: 'list', icon: <UnorderedListOutlined />, title: t('files:listView') },
          { value: 'grid', icon: <AppstoreOutlined />, title: t('files:gridView') },
        ]}
      />
    </>
  );
}
