import type { TrashItem } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/table/data-table/data-table-types.js';
import { FileName } from '../../files/file-name.js';
import { SizeText } from '../../ui/text/size-text.js';
import { RelativeTime, TimeText } from '../../lib/time/time-text.js';
import { parentOf } from '../file-names.js';
import { FileIcon } from '../view/entry/file-icon.js';
import styles from '../files.module.css';

type Translate = TFunction<['trash', 'files', 'common']>;

const fileTypeOf = ({ name }: TrashItem): string => name.slice(name.lastIndexOf('.') + 1);

const NameCell = ({ item }: { item: TrashItem }): ReactNode => (
  <span className={styles['nameCell']}>
    <FileIcon item={{ directory: item.directory, fileType: fileTypeOf(item) }} />
    <FileName name={item.name} />
  </span>
);

/** The columns of the trash. */
export const trashColumns = (t: Translate): Column<TrashItem>[] => [
  { id: 'name', title: t('files:name'), isAlways: true, cell: (item) => <NameCell item={item} /> },
  {
    id: 'place',
    title: t('trash:place'),
    cell: (item) => (
      <span className="soft" title={parentOf(item.path)}>
        {parentOf(item.path)}
      </span>
    ),
  },
  {
    id: 'size',
    title: t('files:size'),
    inCard: 'none',
    align: 'end',
    priority: 2,
    cell: ({ size }) => (size === null ? '–' : <SizeText bytes={size} />),
  },
  {
    id: 'deletedAt',
    title: t('trash:deletedAt'),
    inCard: 'none',
    priority: 2,
    cell: (item) => (
      <span className="soft">
        <RelativeTime time={item.deletedAt} />
      </span>
    ),
  },
  {
    id: 'expiresAt',
    title: t('trash:expiresAt'),
    cell: (item) => (
      <span className="soft">
        <TimeText time={item.expiresAt} />
      </span>
    ),
  },
];
