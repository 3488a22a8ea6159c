import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilesSort, SortKey } from '../file-names.js';
import styles from './files-list.module.css';
import type { ListShape } from './entry/list-row.js';

interface ListHeadProps {
  shape: ListShape;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  selected: 'none' | 'some' | 'all';
  /** Absent: one entry is selected at a time. */
  onSelectAll?: (isAll: boolean) => void;
}

/** The head of the list: everything at once, and what it is sorted by. */
export function ListHead({ shape, sort, onSortChange, ...props }: ListHeadProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const column = (key: SortKey, title: string, style: string): ReactNode => {
    const isSorted = sort.key === key;
    const direction = sort.isDescending ? 'descending' : 'ascending';
    return (
      <span
        role="columnheader"
        className={styles[style]}
        {...(isSorted ? { 'aria-sort': direction } : {})}
      >
        <button
          type="button"
          className={styles['sort']}
          onClick={() => onSortChange({ key, isDescending: isSorted && !sort.isDescending })}
        >
          {title}
          <span className={styles['arrow']} aria-hidden>
            {isSorted && (sort.isDescending ? <CaretDownOutlined /> : <CaretUpOutlined />)}
          </span>
        </button>
      </span>
    );
  };
  return (
    <div role="row" aria-rowindex={1} className={`${styles['row']} ${styles['head']}`}>
      <span role="columnheader" className={styles['check']}>
        {props.onSelectAll ? (
          <input
            type="checkbox"
            ref={(node) => {
              if (node) {
                node.indeterminate = props.selected === 'some';
              }
            }}
            aria-label={t('common:selectAll')}
            checked={props.selected === 'all'}
            onChange={(event) => props.onSelectAll?.(event.target.checked)}
          />
        ) : (
          <span className="visually-hidden">{t('files:selection')}</span>
        )}
      </span>
      {shape === 'wide' && (
        <span role="columnheader" className={styles['index']}>
          {t('files:index')}
        </span>
      )}
      {column('name', t('files:name'), 'name')}
      {shape !== 'narrow' && column('size', t('files:size'), 'size')}
      {shape !== 'narrow' && column('createDate', t('files:uploadTime'), 'time')}
    </div>
  );
}
