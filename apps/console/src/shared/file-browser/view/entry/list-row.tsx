import { EllipsisOutlined } from '@ant-design/icons';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FileName } from '../../../files/file-name.js';
import { TimeText } from '../../../lib/time/time-text.js';
import { SizeText } from '../../../ui/text/size-text.js';
import { FavouriteMark } from '../../favourites/favourite-star.js';
import { parentOf } from '../../file-names.js';
import { MeasuredSize } from '../../details/late-details.js';
import type { FileSpace } from '../../file-space.js';
import { entryAttributes, type EntryProps } from './entry-props.js';
import { FileIcon } from './file-icon.js';
import styles from '../files-list.module.css';
import { RenameField } from './rename-field.js';

/** How much a row shows: everything, without index, or name over size and time. */
export type ListShape = 'wide' | 'middle' | 'narrow';

interface ListRowProps extends EntryProps {
  shape: ListShape;
  searched: string;
  placePath: (dir: string) => string;
  /** The space that tells how much is below a folder; null: the row does not say. */
  measuredBy: FileSpace | null;
  offset: number;
  /** The list's words: a row that asked for them itself would cost twice as much to draw. */
  t: TFunction<['files', 'common']>;
}

function PlainListRow(props: ListRowProps): ReactNode {
  const { item, index, shape, isSelected, searched, placePath, measuredBy, t } = props;
  const marks = [
    styles['row'],
    isSelected && styles['selected'],
    props.isCursor && styles['cursor'],
    props.isCut && styles['cut'],
    props.isDropTarget && styles['dropTarget'],
    props.isHighlighted && 'just-changed',
  ];
  const isNarrow = shape === 'narrow';
  const measured = item?.directory && measuredBy && (
    <MeasuredSize space={measuredBy} entry={item} pending="…" missing={() => '–'} />
  );
  const size =
    measured || (item && (item.directory ? t('files:folder') : <SizeText bytes={item.size} />));
  return (
    <div
      {...entryAttributes(props)}
      role="row"
      aria-rowindex={index + 2}
      className={marks.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.offset}px)` }}
    >
      <span role="gridcell" className={styles['check']} data-check>
        <input
          type="checkbox"
          readOnly
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('common:selectRow', { name: item?.localPath ?? index + 1 })}
        />
      </span>
      {shape === 'wide' && (
        <span role="gridcell" className={styles['index']}>
          {index + 1}
        </span>
      )}
      {item ? (
        <>
          <span role="gridcell" className={styles['name']}>
            <FileIcon item={item} />
            {props.isRenaming ? (
              <RenameField
                item={item}
                onCommit={(name) => props.onRename(item, name)}
                onCancel={props.onCancelRename}
              />
            ) : (
              <span className={styles['nameAndPath']}>
                <FileName name={item.localPath} searched={searched} />
                {searched !== '' && (
                  <small>
                    <Link to={placePath(parentOf(item.path))} tabIndex={-1} draggable={false}>
                      {parentOf(item.path)}
                    </Link>
                  </small>
                )}
                {isNarrow && searched === '' && (
                  <small>
                    {size} · <TimeText time={item.createDate} />
                  </small>
                )}
              </span>
            )}
            {props.isFavourite && <FavouriteMark label={t('files:favourite')} />}
          </span>
          {!isNarrow && (
            <span role="gridcell" className={styles['size']}>
              {item.directory ? measured || '–' : size}
            </span>
          )}
          {!isNarrow && (
            <span role="gridcell" className={styles['time']}>
              <TimeText time={item.createDate} />
            </span>
          )}
          {isNarrow && (
            <span role="gridcell" className={styles['menu']}>
              <button
                type="button"
                tabIndex={-1}
                data-menu
                aria-label={t('files:actionsOf', { name: item.localPath })}
              >
                <EllipsisOutlined />
              </button>
            </span>
          )}
        </>
      ) : (
        <span role="gridcell" className={styles['missing']} aria-busy />
      )}
    </div>
  );
}

/** An entry as a row. */
export const ListRow = memo(PlainListRow);
