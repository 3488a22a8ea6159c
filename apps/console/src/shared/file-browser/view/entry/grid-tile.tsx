import { EllipsisOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../files/file-name.js';
import { seenName } from '@clusterdesk/contracts/name-parts';
import { formatSize, isOverOneTerabyte } from '../../../lib/format/format.js';
import { lazyComponent } from '../../../ui/lazy-component.js';
import { StatusTag } from '../../../ui/text/status-tag.js';
import { FavouriteMark } from '../../favourites/favourite-star.js';
import { entryAttributes, type EntryProps } from './entry-props.js';
import { FileIcon } from './file-icon.js';
import styles from '../files-grid.module.css';
import { RenameField } from './rename-field.js';

const Thumbnail = lazyComponent(
  async () => (await import('../../thumbnails/thumbnail.js')).Thumbnail,
);

function PlainGridTile(props: EntryProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { item, isSelected } = props;
  const marks = [
    styles['tile'],
    isSelected && styles['selected'],
    props.isCursor && styles['cursor'],
    props.isCut && styles['cut'],
    props.isDropTarget && styles['dropTarget'],
    props.isHighlighted && 'just-changed',
  ];
  return (
    <div
      {...entryAttributes(props)}
      role="gridcell"
      title={item && seenName(item.localPath)}
      className={marks.filter(Boolean).join(' ')}
    >
      {item && (
        <>
          <span className={styles['check']} data-check>
            <input
              type="checkbox"
              readOnly
              tabIndex={-1}
              checked={isSelected}
              aria-label={t('common:selectRow', { name: item.localPath })}
            />
          </span>
          <button
            type="button"
            tabIndex={-1}
            data-menu
            className={styles['menu']}
            aria-label={t('files:actionsOf', { name: item.localPath })}
          >
            <EllipsisOutlined />
          </button>
          {props.mayHaveThumbnail ? (
            <Thumbnail
              item={item}
              pending={<FileIcon item={item} isLarge />}
              missing={() => <FileIcon item={item} isLarge />}
            />
          ) : (
            <FileIcon item={item} isLarge />
          )}
          {props.isRenaming ? (
            <RenameField
              item={item}
              onCommit={(name) => props.onRename(item, name)}
              onCancel={props.onCancelRename}
            />
          ) : (
            <FileName isTile name={item.localPath} title={null} />
          )}
          <span className={styles['note']}>
            {props.isFavourite && (
              <>
                <FavouriteMark label={t('files:favourite')} />{' '}
              </>
            )}
            {item.directory ? (
              t('files:folder')
            ) : isOverOneTerabyte(item.size) ? (
              <StatusTag state="waiting">{t('common:overOneTerabyte')}</StatusTag>
            ) : (
              formatSize(item.size)
            )}
          </span>
        </>
      )}
    </div>
  );
}

/** An entry as a tile. */
export const GridTile = memo(PlainGridTile);
