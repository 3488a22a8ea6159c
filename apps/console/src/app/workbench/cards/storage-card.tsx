import type { WorkbenchFigures } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { paths } from '../../../shared/paths.js';
import { WorkbenchCard } from './workbench-card.js';
import styles from '../workbench-page.module.css';

/** How much of the user's storage is used, and what is left of the quota. */
export function StorageCard({ disk }: { disk: NonNullable<WorkbenchFigures['disk']> }): ReactNode {
  const { t } = useTranslation('workbench');
  const { usedBytes, quotaBytes } = disk;
  const percent =
    usedBytes === null || quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  return (
    <WorkbenchCard title={t('storage')} to={{ path: paths.trash, label: t('trash') }}>
      <p className={styles['figure']}>
        {usedBytes === null ? t('measuring') : formatSize(usedBytes)}
        {quotaBytes !== null && <small> / {formatSize(quotaBytes)}</small>}
      </p>
      {percent !== null && (
        <div
          className={styles['meter']}
          role="meter"
          aria-label={t('storage')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          data-full={percent >= nearlyFullPercent || undefined}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      <p className="soft small">
        {quotaBytes === null
          ? t('noQuota')
          : t('left', { size: formatSize(Math.max(0, quotaBytes - (usedBytes ?? 0))) })}
      </p>
    </WorkbenchCard>
  );
}
