import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextMarked } from '../../../lib/dom/is-text-marked.js';
import type { TableBodyProps } from './data-table-body.js';
import styles from './data-table.module.css';
import { isOnControl } from '../on-control.js';

/** Rows as cards, for narrow screens. */
export function DataTableCards<Row extends object>({
  props,
  rows,
  selection,
}: TableBodyProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  return (
    <ul className={styles['cards']} aria-label={props.label}>
      {rows.map((row, index) => {
        const id = props.rowId(row);
        const isSelected = selection?.has(id) ?? false;
        return (
          <li
            key={id}
            data-index={index}
            tabIndex={0}
            className={`${styles['rowCard']} ${isSelected ? styles['selected'] : ''} ${props.rowClassName?.(row) ?? ''}`}
            onClick={(event) => {
              if (props.opensOnClick && !isOnControl(event) && !isTextMarked()) {
                props.onOpen?.(row);
              }
            }}
            onDoubleClick={(event) =>
              !props.opensOnClick && !isOnControl(event) && props.onOpen?.(row)
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target === event.currentTarget) {
                props.onOpen?.(row);
              }
            }}
          >
            {selection && (
              <Checkbox
                aria-label={t('selectRow', { name: props.rowName?.(row) ?? id })}
                checked={isSelected}
                onChange={() => selection.toggle(id)}
              />
            )}
            <div className={styles['cardBody']}>{props.card?.(row, index)}</div>
          </li>
        );
      })}
    </ul>
  );
}
