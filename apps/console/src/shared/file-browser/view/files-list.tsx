import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { breakPoints } from '../../theme/tokens.js';
import type { FilesBodyProps } from './files-body-props.js';
import { useRows } from './use-rows.js';
import styles from './files-list.module.css';
import { entryKeys } from './entry-keys.js';
import { ListHead } from './list-head.js';
import { ListRow, type ListShape } from './entry/list-row.js';

export const headHeight = 40;
export const rowHeightOf = (shape: ListShape): number => (shape === 'narrow' ? 60 : 44);

/** The shape that a width has room for. */
export const shapeFor = (width: number): ListShape =>
  width >= breakPoints.middle ? 'wide' : width >= breakPoints.card ? 'middle' : 'narrow';

/** The folder as a list: selection, index, name, size, upload time (spec part 1 §2); only the rows in view are in the page. */
export function FilesList(props: FilesBodyProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { frame, width, folder, selection, searched, placePath } = props;
  const shape = shapeFor(width);
  const virtualizer = useRows({
    frame,
    folder,
    cursor: selection.cursor,
    rowHeight: rowHeightOf(shape),
    headHeight,
    perRow: 1,
  });
  const total = folder.total ?? 0;
  const { range } = virtualizer;
  /** Rows are drawn ahead of the view; what is below their folders is asked only once they are in it. */
  const isInView = (index: number): boolean =>
    range !== null && index >= range.startIndex && index <= range.endIndex;
  const { count } = selection;
  const keyOfRow = entryKeys(folder);
  return (
    <div role="presentation" className={`${styles['list']} ${styles[shape] ?? ''}`}>
      <ListHead
        shape={shape}
        sort={props.sort}
        onSortChange={props.onSortChange}
        selected={count === 0 ? 'none' : count < total ? 'some' : 'all'}
        {...(selection.isMany && {
          onSelectAll: (isAll: boolean) => (isAll ? selection.all() : selection.clear()),
        })}
      />
      <div
        role="rowgroup"
        className={styles['body']}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => (
          <ListRow
            key={keyOfRow(row.index)}
            {...props.entryAt(row.index)}
            shape={shape}
            searched={searched}
            placePath={placePath}
            measuredBy={isInView(row.index) ? props.measuredBy : null}
            offset={row.start}
            t={t}
          />
        ))}
      </div>
    </div>
  );
}
