import { BarChartOutlined, SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu/menu-button.js';
import { SearchField } from '../search/search-field.js';
import { ViewSwitch, type ViewMode } from './view-switch.js';
import type { FolderSizes } from '../folder-sizes/use-folder-sizes.js';
import { sortKeys, type FilesSort } from '../file-names.js';
import styles from '../files.module.css';

interface ViewChoicesProps {
  searched: string;
  onSearch: (key: string) => void;
  view: ViewMode;
  onViewChange: (view: ViewMode) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  /** Absent: there is no such choice. */
  folderSizes?: FolderSizes | undefined;
}

/** The order after a choice from its menu: another key, or the other way round. */
const sortBy = (sort: FilesSort, chosen: string): FilesSort => ({
  key: sortKeys.find((key) => key === chosen) ?? sort.key,
  isDescending: chosen === 'desc' || (chosen !== 'asc' && sort.isDescending),
});

/** Search, sorting where there is no table head to click, the sizes of folders where there is a place for them, and list or grid. */
export function ViewChoices(props: ViewChoicesProps): ReactNode {
  const { t } = useTranslation('files');
  const { sort, view, folderSizes } = props;
  const labels = {
    name: t('name'),
    size: t('size'),
    createDate: t('uploadTime'),
  };
  return (
    <>
      <SearchField searched={props.searched} onSearch={props.onSearch} />
      {view === 'grid' && (
        <MenuButton
          menu={{
            selectable: true,
            multiple: true,
            selectedKeys: [sort.key, sort.isDescending ? 'desc' : 'asc'],
            items: [
              ...sortKeys.map((key) => ({ key, label: labels[key] })),
              { type: 'divider', key: 'line' },
              { key: 'asc', label: t('ascending'), icon: <SortAscendingOutlined /> },
              { key: 'desc', label: t('descending'), icon: <SortDescendingOutlined /> },
            ],
            onClick: ({ key }) => props.onSortChange(sortBy(sort, key)),
          }}
        >
          <Button
            icon={sort.isDescending ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
            aria-label={`${t('sort')}: ${labels[sort.key]}`}
            title={`${t('sort')}: ${labels[sort.key]}`}
          >
            <span className={styles['sortLabel']}>{labels[sort.key]}</span>
          </Button>
        </MenuButton>
      )}
      {view === 'list' && folderSizes && (
        <Button
          type={folderSizes.areShown ? 'primary' : 'default'}
          aria-label={t('folderSizes')}
          aria-pressed={folderSizes.areShown}
          title={t('folderSizes')}
          icon={<BarChartOutlined />}
          onClick={folderSizes.toggle}
        />
      )}
      <ViewSwitch view={view} onChange={props.onViewChange} />
    </>
  );
}
