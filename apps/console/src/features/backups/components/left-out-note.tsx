import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../backups.module.css';

/** How many entries a backup does not hold, and on hover or focus which; nothing where it holds all, or nobody knows. */
export function LeftOutNote({ count }: { count: number | null }): ReactNode {
  const { t } = useTranslation('backups');
  if (count === null || count === 0) {
    return null;
  }
  const hint = t('leftOutHint');
  return (
    // A finger and the keyboard have no hovering: both give the focus.
    <Tooltip title={hint} trigger={['hover', 'focus']}>
      <small tabIndex={0} className={styles['leftOut']}>
        {t('leftOut', { count })}
        <span className="visually-hidden">{hint}</span>
      </small>
    </Tooltip>
  );
}
