import { Checkbox } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextMarked } from '../../../lib/dom/is-text-marked.js';
import { DetailList } from '../../layout/detail-list.js';
import type { TableBodyProps } from './data-table-body.js';
import type { Column, InCard } from './data-table-types.js';
import styles from './data-table.module.css';
import { isOnControl } from '../on-control.js';

const lookOf = <Row,>({ inCard, isAlways }: Column<Row>): InCard =>
  inCard ?? (isAlways ? 'title' : 'line');

/** Whether a cell says something; in columns a dash stands for what does not. */
const isFilled = ({ value }: { value: ReactNode }): boolean =>
  typeof value === 'string' ? /[^–-]/.test(value) : value !== null && value !== undefined;

interface RowCardProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
}

/** A row by its columns: what it is and its tags, notes in one line, the others by name, what can be done. */
function Card<Row>({ columns, row, index }: RowCardProps<Row>): ReactNode {
  const [only, ...others] = columns;
  if (only && others.length === 0) {
    return <div className={styles['cardBody']}>{only.cell(row, index)}</div>;
  }
  const all = columns.map((column) => ({
    key: column.id,
    label: column.title,
    value: column.cell(row, index),
    look: column.isActions ? 'actions' : lookOf(column),
  }));
  const filled = (wanted: InCard) => all.filter((cell) => cell.look === wanted && isFilled(cell));
  const notes = filled('note');
  const lines = filled('line');
  return (
    <div className={styles['cardBody']}>
      <div className={styles['cardHead']}>
        {[...filled('title'), ...filled('tag')].map(({ key, value }) => (
          <div key={key}>{value}</div>
        ))}
      </div>
      {notes.length > 0 && (
        <div className="soft small">
          {notes.map(({ key, value }, at) => (
            <Fragment key={key}>
              {at > 0 && ' · '}
              <span className={styles['note']}>{value}</span>
            </Fragment>
          ))}
        </div>
      )}
      {lines.length > 0 && <DetailList details={lines} />}
      {all.find(({ look }) => look === 'actions')?.value}
    </div>
  );
}

/** Rows as cards, for narrow screens. */
export function DataTableCards<Row extends object>({
  props,
  rows,
  selection,
  columns,
}: TableBodyProps<Row> & { columns: readonly Column<Row>[] }): ReactNode {
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
            <Card columns={columns} row={row} index={index} />
          </li>
        );
      })}
    </ul>
  );
}
