import type { DiskItem } from '@clusterdesk/contracts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../shared/ui/data-table.js';
import type { Column, Sorting } from '../../../shared/ui/data-table-types.js';
import { SizeText } from '../../../shared/ui/size-text.js';
import { parentOf, sortKeys } from '../file-names.js';
import { FileIcon } from './file-icon.js';
import styles from './files.module.css';
import type { FilesSort } from './view-choices.js';

interface FilesTableProps {
  items: readonly DiskItem[] | undefined;
  /** Search hits also say where they are. */
  showsPlace: boolean;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
  selection: ReadonlySet<string>;
  onSelectionChange: (selection: Set<string>) => void;
  onOpen: (item: DiskItem) => void;
  isFresh: (item: DiskItem) => boolean;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}

const byName: FilesSort = { key: 'name', isDescending: false };

/** The folder as a table: selection, index, name, size, upload time (spec part 1 §2). */
export function FilesTable(props: FilesTableProps): ReactNode {
  const { t } = useTranslation('disk');
  const { showsPlace, sort } = props;
  const columns = useMemo<Column<DiskItem>[]>(
    () => [
      {
        id: 'index',
        title: t('index'),
        width: '72px',
        priority: 2,
        cell: (_, index) => <span className={styles['index']}>{index + 1}</span>,
      },
      {
        id: 'name',
        title: t('name'),
        sortBy: (item) => item.localPath,
        cell: (item) => (
          <span className={styles['nameCell']} title={item.localPath}>
            <FileIcon item={item} />
            <span>
              {item.localPath}
              {showsPlace && <small className={styles['where']}>{parentOf(item.path)}</small>}
            </span>
          </span>
        ),
      },
      {
        id: 'size',
        title: t('size'),
        width: '140px',
        align: 'end',
        sortBy: (item) => item.size,
        cell: (item) => (item.directory ? '—' : <SizeText bytes={item.size} />),
      },
      {
        id: 'createDate',
        title: t('uploadTime'),
        width: '220px',
        priority: 2,
        sortBy: (item) => item.createDate,
        cell: (item) => <span className="soft">{item.createDate}</span>,
      },
    ],
    [t, showsPlace],
  );
  const onSortingChange = (sorting: Sorting | null): void => {
    const key = sortKeys.find((candidate) => candidate === sorting?.id);
    props.onSortChange(key && sorting ? { key, isDescending: sorting.desc } : byName);
  };
  return (
    <DataTable
      label={t('myFiles')}
      columns={columns}
      rows={props.items}
      rowId={(item) => item.path}
      rowName={(item) => item.localPath}
      isSortedOutside
      sorting={{ id: sort.key, desc: sort.isDescending }}
      onSortingChange={onSortingChange}
      selection={props.selection}
      onSelectionChange={props.onSelectionChange}
      onOpen={props.onOpen}
      rowClassName={(item) => (props.isFresh(item) ? 'just-changed' : undefined)}
      error={props.error}
      onRetry={props.onRetry}
      empty={props.empty}
    />
  );
}
