import type { Favourite, SpaceRef } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { FavouriteButton } from '../../../shared/file-browser/favourites/favourite-star.js';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { NameButton } from '../../../shared/ui/table/name-button.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { SizeText } from '../../../shared/ui/text/size-text.js';
import styles from './favourites.module.css';

/** The page of a folder of a space, and what it is called; null: there is none. */
export type PlaceOf = (space: SpaceRef, dir: string) => { to: string; name: string } | null;

interface FavouriteColumnsOptions {
  placeOf: PlaceOf;
  onOpen: (row: Favourite) => void;
  onRemove: (row: Favourite) => void;
}

/** The columns of the favourites. */
export const favouriteColumns = (
  t: TFunction<['disk', 'files']>,
  { placeOf, onOpen, onRemove }: FavouriteColumnsOptions,
): Column<Favourite>[] => [
  {
    id: 'name',
    title: t('files:name'),
    isAlways: true,
    isLong: true,
    inCard: 'title',
    sortBy: ({ localPath }) => localPath,
    cell: (row) => (
      <span className={styles['name']}>
        <FileIcon item={row} />
        <NameButton name={row.localPath} onOpen={() => onOpen(row)} />
      </span>
    ),
  },
  {
    id: 'place',
    title: t('files:place'),
    isLong: true,
    sortBy: ({ space, path }) => placeOf(space, parentOf(path))?.name ?? '',
    cell: ({ space, path }) => {
      const place = placeOf(space, parentOf(path));
      return (
        place && (
          <Link to={place.to} state={{ select: path }} title={t('files:showPlace')}>
            {place.name}
          </Link>
        )
      );
    },
  },
  {
    id: 'size',
    title: t('files:size'),
    inCard: 'note',
    align: 'end',
    priority: 2,
    sortBy: ({ directory, size }) => (directory ? null : size),
    cell: ({ directory, size }) => (directory ? '–' : <SizeText bytes={size} />),
  },
  {
    id: 'markedAt',
    title: t('disk:favouriteSince'),
    inCard: 'note',
    priority: 2,
    sortBy: ({ markedAt }) => markedAt,
    cell: ({ markedAt }) => (
      <span className="soft">
        <RelativeTime time={markedAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    title: t('disk:favourite'),
    isActions: true,
    cell: (row) => (
      <RowActions>
        <FavouriteButton name={row.localPath} isFavourite onChange={() => onRemove(row)} />
      </RowActions>
    ),
  },
];
