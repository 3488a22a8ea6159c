import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import styles from '../transfer-panel.module.css';

/** One row of the panel; drawn only while it is in view. */
export interface PanelRow {
  key: string;
  draw: () => ReactNode;
}

const usualHeight = 72;

/** The rows in view: ten thousand files do not become ten thousand elements. */
export function PanelRows({ rows }: { rows: readonly PanelRow[] }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
  });
  return (
    <div ref={frame} className={styles['rows']}>
      <div className={styles['space']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={styles['slot']}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {rows[item.index]?.draw()}
          </div>
        ))}
      </div>
    </div>
  );
}
