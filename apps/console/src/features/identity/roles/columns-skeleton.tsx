import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './role-pages.module.css';

/** The shape of a page with a list at the left and its content at the right, while it loads. */
export function ColumnsSkeleton(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={styles['columns']} role="status" aria-label={t('loading')}>
      <div className={`card ${styles['tree']}`}>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
      <div className={`card ${styles['tree']}`}>
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      </div>
    </div>
  );
}
