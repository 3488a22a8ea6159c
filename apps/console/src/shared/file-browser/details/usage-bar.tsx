import type { DiskUsage } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, nearlyFullPercent, percentOf } from '../../lib/format/format.js';
import styles from '../files.module.css';
import { FailureNote } from '../../ui/state/failure-note.js';

/** How much is used, and of a quota how much is free; what trash and versions hold of it on hover. Nothing until that is known. */
export function UsageBar({ query }: { query: UseQueryResult<DiskUsage> }): ReactNode {
  const { t } = useTranslation('files');
  if (!query.data) {
    return <FailureNote query={query} what={t('usageNotLoaded')} />;
  }
  const { quotaBytes, usedBytes, trashBytes, versionBytes, freeBytes } = query.data;
  const byTrash = t('usedByTrash', {
    size: formatSize(trashBytes),
    versions: formatSize(versionBytes),
  });
  if (quotaBytes === null) {
    return (
      <span className={styles['usage']} title={byTrash}>
        {t('usedOnly', { used: formatSize(usedBytes) })}
      </span>
    );
  }
  const percent = percentOf(usedBytes, quotaBytes);
  const isNearlyFull = percent >= nearlyFullPercent;
  const label = t('used', {
    used: formatSize(usedBytes),
    quota: formatSize(quotaBytes),
    free: formatSize(freeBytes ?? 0),
  });
  return (
    <span className={styles['usage']} title={`${label}\n${byTrash}`}>
      <span
        className={styles['usageBar']}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-full={isNearlyFull}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      {isNearlyFull && (
        <b className={styles['usageFull']}>{t(freeBytes === 0 ? 'full' : 'nearlyFull')}</b>
      )}
      <span>{label}</span>
    </span>
  );
}
