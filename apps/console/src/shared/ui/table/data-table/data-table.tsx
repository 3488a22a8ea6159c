import { Checkbox } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnMenu } from './column-menu.js';
import { DataTableBody } from './data-table-body.js';
import { DataTableCards } from './data-table-cards.js';
import { DataTableHead } from './data-table-head.js';
import { DataTableSkeleton } from './data-table-skeleton.js';
import { columnsToShow, type DataTableProps } from './data-table-types.js';
import styles from './data-table.module.css';
import { rowSelectionOf } from './row-selection.js';
import { ErrorState } from '../../state/error-state.js';
import { useScrollCue } from '../../../lib/dom/use-scroll-cue.js';
import { useWidth } from '../../../lib/dom/use-width.js';
import { breakPoints } from '../../../theme/tokens.js';
import { useColumnChoice } from '../table-memory.js';

/**
 * The table of the console: sticky head, selection, keyboard; skeleton, error and empty states; columns as wide as their
 * content, fewer or cards where it is narrow, chosen by the user where it has a `name`. It is for pages of at most some
 * fifty rows, fills its parent's height and scrolls inside.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [choice, choose] = useColumnChoice(props.name);
  const columns = columnsToShow(props.columns, width, choice);
  const { rows = [] } = props;
  // Two columns have room beside each other on any screen.
  const isCards = props.columns.length !== 2 && width > 0 && width < breakPoints.card;
  const selection = rowSelectionOf(props);
  useScrollCue(frame);
  const ids = rows.map(props.rowId);
  const selectedCount = selection ? ids.filter(selection.has).length : 0;

  if (props.rows === undefined || rows.length === 0) {
    return (
      <div ref={frame} className={`card ${styles['frame']} ${styles['filled']}`}>
        {props.rows !== undefined ? (
          props.empty
        ) : props.error ? (
          <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
        ) : (
          <DataTableSkeleton label={props.label} />
        )}
      </div>
    );
  }

  const body = { props, rows, selection };
  return (
    <div
      ref={frame}
      className={`card ${styles['frame']} ${props.opensOnClick ? styles['opensOnClick'] : ''}`}
    >
      {isCards ? (
        <DataTableCards {...body} columns={columnsToShow(props.columns, 0, choice)} />
      ) : (
        <>
          {props.name !== undefined && (
            <ColumnMenu columns={props.columns} shown={columns} choice={choice} onChoose={choose} />
          )}
          <table
            className={`${styles['table']} ${props.name === undefined ? '' : styles['withMenu']}`}
            // A table that one only reads is a table; one whose rows are chosen or opened by keys is a grid.
            role={selection || props.onOpen ? 'grid' : undefined}
            {...(selection ? { 'aria-multiselectable': true } : {})}
            aria-label={props.label}
            aria-rowcount={rows.length + 1}
          >
            <thead>
              <tr aria-rowindex={1}>
                {selection && (
                  <th className={styles['check']}>
                    <Checkbox
                      aria-label={t('selectAll')}
                      checked={selectedCount === rows.length}
                      indeterminate={selectedCount > 0 && selectedCount < rows.length}
                      onChange={(event) => selection.setAll(ids, event.target.checked)}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <DataTableHead
                    key={column.id}
                    column={column}
                    sorting={props.sorting ?? null}
                    {...(props.onSortingChange ? { onSort: props.onSortingChange } : {})}
                  />
                ))}
              </tr>
            </thead>
            <DataTableBody {...body} columns={columns} />
          </table>
        </>
      )}
    </div>
  );
}
