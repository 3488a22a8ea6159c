import { Button, Checkbox, Dropdown } from 'antd';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, ColumnChoice } from './data-table-types.js';
import styles from './data-table.module.css';

export interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

interface ColumnDropdownProps<Row> extends ColumnMenuProps<Row> {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it. */
  children: ReactElement;
}

/** The columns of a table to choose from, below their button. */
export function ColumnDropdown<Row>({
  columns,
  shown,
  choice,
  onChoose,
  isOpen,
  onOpenChange,
  children,
}: ColumnDropdownProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const menu = useRef<HTMLDivElement>(null);
  // The menu comes into the page after this has been drawn.
  useEffect(() => {
    const frame = isOpen
      ? requestAnimationFrame(() => menu.current?.querySelector('input')?.focus())
      : 0;
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  const visible = new Set(shown.map(({ id }) => id));
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={['click']}
      placement="bottomRight"
      destroyOnHidden
      popupRender={() => (
        <div ref={menu} className={styles['columnMenu']} role="group" aria-label={t('columns')}>
          {columns
            .filter(({ isAlways, isActions }) => !isAlways && !isActions)
            .map(({ id, title }) => (
              <Checkbox
                key={id}
                checked={visible.has(id)}
                onChange={(event) => onChoose({ ...choice, [id]: event.target.checked })}
              >
                {title}
              </Checkbox>
            ))}
          <Button
            type="link"
            size="small"
            disabled={Object.keys(choice).length === 0}
            onClick={() => onChoose({})}
          >
            {t('columnsReset')}
          </Button>
        </div>
      )}
    >
      {children}
    </Dropdown>
  );
}
