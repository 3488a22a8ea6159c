import { TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnDemand } from '../../../lib/code/use-on-demand.js';
import type { ColumnMenuProps } from './column-dropdown.js';
import styles from './data-table.module.css';

/**
 * Shows and hides the columns of a table; those that say what a row is, and what can be done to it, stay. What it opens comes
 * when its button is pointed at, focused or pressed.
 */
export function ColumnMenu<Row>(props: ColumnMenuProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const { code, isOpen, prepare, open, close } = useOnDemand(() => import('./column-dropdown.js'));
  const button = (
    <Button
      type="text"
      size="small"
      className={styles['columnButton'] ?? ''}
      icon={<TableOutlined />}
      aria-label={t('columns')}
      title={t('columns')}
      {...(!code && { onClick: () => void open(), onPointerEnter: prepare, onFocus: prepare })}
    />
  );
  return (
    <div className={styles['columnCorner']}>
      {code ? (
        <code.ColumnDropdown
          {...props}
          isOpen={isOpen}
          onOpenChange={(isWanted) => (isWanted ? void open() : close())}
        >
          {button}
        </code.ColumnDropdown>
      ) : (
        button
      )}
    </div>
  );
}
