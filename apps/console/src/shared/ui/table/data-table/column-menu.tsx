import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, ColumnChoice } from './data-table-types.js';
import styles from './data-table.module.css';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

/** Shows and hides the columns of a table; those that say what a row is, and what can be done to it, stay. */
export function ColumnMenu<Row>({
  columns,
  shown,
  choice,
  onChoose,
}: ColumnMenuProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
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
    <div className={styles['columnCorner']}>
      <Dropdown
        open={isOpen}
        onOpenChange={setIsOpen}
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
        <Button
          type="text"
          size="small"
          className={styles['columnButton'] ?? ''}
          icon={<TableOutlined />}
          aria-label={t('columns')}
          title={t('columns')}
        />
      </Dropdown>
    </div>
  );
}
