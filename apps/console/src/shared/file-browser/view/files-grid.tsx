import type { ReactNode } from 'react';
import { useRows } from './use-rows.js';
import type { FilesBodyProps } from './files-body-props.js';
import { entryKeys } from './entry-keys.js';
import styles from './files-grid.module.css';
import { GridTile } from './entry/grid-tile.js';

const tileWidth = 136;
export const tileHeight = 140;
export const gridPadding = 8;

/** How many tiles stand side by side. */
export const tilesPerRow = (width: number): number =>
  Math.max(1, Math.floor((width - 2 * gridPadding) / tileWidth));

/** The folder as tiles; only the visible rows are in the page. */
export function FilesGrid(props: FilesBodyProps): ReactNode {
  const { frame, width, folder, selection, box } = props;
  const perRow = tilesPerRow(width);
  const total = folder.total ?? 0;
  const keyOfTile = entryKeys(folder);
  const virtualizer = useRows({
    frame,
    folder,
    cursor: selection.cursor,
    rowHeight: tileHeight,
    headHeight: 0,
    perRow,
  });
  return (
    <div
      role="rowgroup"
      className={styles['body']}
      style={{ height: virtualizer.getTotalSize(), margin: gridPadding }}
    >
      {virtualizer.getVirtualItems().map((row) => (
        <div
          key={row.key}
          role="row"
          aria-rowindex={row.index + 1}
          className={styles['gridRow']}
          style={{
            transform: `translateY(${row.start}px)`,
            gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`,
          }}
        >
          {Array.from({ length: Math.min(perRow, total - row.index * perRow) }, (_, place) => {
            const index = row.index * perRow + place;
            return <GridTile key={keyOfTile(index)} {...props.entryAt(index)} />;
          })}
        </div>
      ))}
      {box && (
        <div
          className={styles['band']}
          style={{ ...box, left: box.left - gridPadding, top: box.top - gridPadding }}
        />
      )}
    </div>
  );
}
