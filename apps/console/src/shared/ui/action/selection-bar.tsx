import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** What it is for, for screen readers. */
  label: string;
  /** How many are selected, in words. */
  selected: string;
  onClear: () => void;
  /** What can be done to them. */
  children: ReactNode;
}

/** What can be done to the selected rows of a list; it takes the place of the list's own actions while some are selected. */
export function SelectionBar({ label, selected, onClear, children }: SelectionBarProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={styles['bar']} role="toolbar" aria-label={label}>
      <b role="status">{selected}</b>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('unselectAll')}
        title={t('unselectAll')}
        onClick={onClear}
      />
      {children}
    </div>
  );
}
