import { Checkbox } from 'antd';
import { useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTableBody } from './data-table-body.js';
import { DataTableCards } from './data-table-cards.js';
import { DataTableHead } from './data-table-head.js';
import { useTableModel } from './data-table-model.js';
import { DataTableSkeleton } from './data-table-skeleton.js';
import { columnsToShow, type DataTableProps } from './data-table-types.js';
import styles from './data-table.module.css';
import { ErrorState } from '../../state/error-state.js';
import { useScrollCue } from '../../../lib/dom/use-scroll-cue.js';
import { useWidth } from '../../../lib/dom/use-width.js';
import { breakPoints } from '../../../theme/tokens.js';
import { ColumnMenu } from '../columns/column-menu.js';
import { useColumnChoice } from '../table-memory.js';
import { checkWidth, useColumnWidths } from '../columns/use-column-widths.js';

/** Not narrower than its columns: then its frame scrolls. */
const tableWidth = (widths: readonly number[], isSelectable: boolean): string =>
  `${widths.reduce((sum, width) => sum + width, isSelectable ? checkWidth : 0)}px`;

/**
 * The table of the console: sticky head, sorting, selection, keyboard, only the visible rows in the page; skeleton, error and
 * empty states; columns as wide as their content, fewer or cards where it is narrow, chosen by the user where it has a
 * `name`. It fills its parent's height and scrolls inside.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [choice, choose] = useColumnChoice(props.name);
  const columns = useMemo(
    () => columnsToShow(props.columns, width, choice),
    [props.columns, width, choice],
  );
  const table = useTableModel(props, columns);
  const rows = table.getRowModel().rows;
  const isCards = props.card !== undefined && width > 0 && width < breakPoints.card;
  const isSelectable = props.onSelectionChange !== undefined;
  const { widths, onMeasure } = useColumnWidths(columns, width - (isSelectable ? checkWidth : 0));
  useScrollCue(frame);
  // The selection may hold rows of other pages too.
  const selectedCount = rows.filter((row) => row.getIsSelected()).length;

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

  const body = { props, rows, frame, isSelectable };
  return (
    <div
      ref={frame}
      className={`card ${styles['frame']} ${props.opensOnClick ? styles['opensOnClick'] : ''}`}
    >
      {isCards ? (
        <DataTableCards {...body} />
      ) : (
        <>
          {props.name !== undefined && (
            <ColumnMenu columns={props.columns} shown={columns} choice={choice} onChoose={choose} />
          )}
          <table
            className={`${styles['table']} ${props.name === undefined ? '' : styles['withMenu']}`}
            // A table that one only reads is a table; one whose rows are chosen or opened by keys is a grid.
            role={isSelectable || props.onOpen ? 'grid' : undefined}
            {...(isSelectable ? { 'aria-multiselectable': true } : {})}
            aria-label={props.label}
            aria-rowcount={rows.length + 1}
            style={widths ? { width: tableWidth(widths, isSelectable) } : {}}
          >
            <colgroup>
              {isSelectable && <col style={{ width: checkWidth }} />}
              {columns.map(({ id, width }, at) => (
                <col key={id} style={{ width: widths?.[at] ?? width }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {isSelectable && (
                  <th className={styles['check']}>
                    <Checkbox
                      aria-label={t('selectAll')}
                      checked={selectedCount === rows.length}
                      indeterminate={selectedCount > 0 && selectedCount < rows.length}
                      onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
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
            <DataTableBody {...body} columns={columns} onMeasure={onMeasure} />
          </table>
        </>
      )}
    </div>
  );
}
