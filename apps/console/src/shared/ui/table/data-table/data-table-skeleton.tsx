import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';

const widths = ['38%', '52%', '30%', '61%', '44%', '35%', '57%', '41%'];

/** The table's own shape while it is loading. */
export function DataTableSkeleton({ label }: { label: string }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={`${label} ${t('loading')}`}>
      <div className={styles['skeletonHead']} />
      {widths.map((width) => (
        <div key={width} className={styles['skeletonRow']} aria-hidden>
          <i style={{ width }} />
          <i className={styles['skeletonEnd']} />
        </div>
      ))}
    </div>
  );
}
