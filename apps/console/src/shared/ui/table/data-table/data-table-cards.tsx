import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextMarked } from '../../../lib/dom/is-text-marked.js';
import type { TableBodyProps } from './data-table-body.js';
import styles from './data-table.module.css';
import { isOnControl } from '../on-control.js';

/** Before it is measured. */
const cardHeight = 88;

/** Rows as cards, for narrow screens. */
export function DataTableCards<Row extends object>({
  props,
  rows,
  frame,
  isSelectable,
}: TableBodyProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => cardHeight,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  return (
    <ul
      className={styles['cards']}
      aria-label={props.label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row) {
          return null;
        }
        const isSelected = row.getIsSelected();
        return (
          <li
            key={row.id}
            ref={virtualizer.measureElement}
            data-index={item.index}
            tabIndex={0}
            className={`${styles['rowCard']} ${isSelected ? styles['selected'] : ''} ${props.rowClassName?.(row.original) ?? ''}`}
            style={{ transform: `translateY(${item.start}px)` }}
            onClick={(event) => {
              if (props.opensOnClick && !isOnControl(event) && !isTextMarked()) {
                props.onOpen?.(row.original);
              }
            }}
            onDoubleClick={(event) =>
              !props.opensOnClick && !isOnControl(event) && props.onOpen?.(row.original)
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target === event.currentTarget) {
                props.onOpen?.(row.original);
              }
            }}
          >
            {isSelectable && (
              <Checkbox
                aria-label={t('selectRow', { name: props.rowName?.(row.original) ?? row.id })}
                checked={isSelected}
                onChange={(event) => row.toggleSelected(event.target.checked)}
              />
            )}
            <div className={styles['cardBody']}>{props.card?.(row.original, item.index)}</div>
          </li>
        );
      })}
    </ul>
  );
}
