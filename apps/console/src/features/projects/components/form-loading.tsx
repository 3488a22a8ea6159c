import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './projects.module.css';

/** The shape of a page with a form while what it begins with is loading. */
export function FormLoading(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={`card ${styles['formLoading']}`} role="status" aria-label={t('loading')}>
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
