import {
  AppstoreOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Input, Segmented, Select, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sortKeys, type FilesSort, type SortKey } from '../file-names.js';
import styles from './files.module.css';

export type FilesView = 'list' | 'grid';

interface ViewChoicesProps {
  searched: string;
  onSearch: (key: string) => void;
  view: FilesView;
  onViewChange: (view: FilesView) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
}

/** Search, sorting where there is no table head to click, and list or grid. */
export function ViewChoices(props: ViewChoicesProps): ReactNode {
  const { t } = useTranslation(['disk', 'common']);
  const [key, setKey] = useState(props.searched);
  const { sort, view } = props;
  const words = { name: t('disk:name'), size: t('disk:size'), createDate: t('disk:uploadTime') };
  return (
    <>
      <Space.Compact className={styles['search'] ?? ''}>
        <Input
          type="search"
          allowClear
          value={key}
          maxLength={255}
          placeholder={t('disk:searchPlaceholder')}
          aria-label={t('disk:searchPlaceholder')}
          onChange={(event) => setKey(event.target.value)}
          onClear={() => props.onSearch('')}
          onPressEnter={() => props.onSearch(key.trim())}
        />
        <Button onClick={() => props.onSearch(key.trim())}>{t('common:search')}</Button>
      </Space.Compact>
      {view === 'grid' && (
        <Space.Compact>
          <Select<SortKey>
            aria-label={t('disk:sort')}
            value={sort.key}
            popupMatchSelectWidth={false}
            options={sortKeys.map((value) => ({ value, label: words[value] }))}
            onChange={(value) => props.onSortChange({ ...sort, key: value })}
          />
          <Button
            icon={sort.isDescending ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
            aria-label={sort.isDescending ? t('disk:descending') : t('disk:ascending')}
            title={sort.isDescending ? t('disk:descending') : t('disk:ascending')}
            onClick={() => props.onSortChange({ ...sort, isDescending: !sort.isDescending })}
          />
        </Space.Compact>
      )}
      <Segmented<FilesView>
        aria-label={t('disk:view')}
        value={view}
        onChange={props.onViewChange}
        options={[
          { value: 'list', icon: <UnorderedListOutlined />, title: t('disk:listView') },
          { value: 'grid', icon: <AppstoreOutlined />, title: t('disk:gridView') },
        ]}
      />
    </>
  );
}
