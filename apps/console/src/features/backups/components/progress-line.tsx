import type { BackupPhase } from '@clusterdesk/contracts';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, percentOf } from '../../../shared/lib/format/format.js';
import styles from '../backups.module.css';

interface ProgressLineProps {
  label: string;
  /** Null: it has not begun. */
  phase: BackupPhase | null;
  doneBytes: number;
  /** 0: not known yet. */
  totalBytes: number;
}

/** What something is at and how far, as a word, a bar and bytes. */
export function ProgressLine({
  label,
  phase,
  doneBytes,
  totalBytes,
}: ProgressLineProps): ReactNode {
  const { t } = useTranslation('backups');
  const percent = percentOf(Math.min(doneBytes, totalBytes), totalBytes);
  return (
    <div className={styles['progress']}>
      <span className={styles['phase']}>
        {t(phase === null ? 'state_waiting' : `phase_${phase}`)}
      </span>
      <Progress
        percent={totalBytes > 0 ? percent : 0}
        status="active"
        size="small"
        showInfo={totalBytes > 0}
        format={(value) => `${value ?? 0}%`}
        aria-label={label}
      />
      {totalBytes > 0 && (
        <small>
          {t('ofBytes', { done: formatSize(doneBytes), total: formatSize(totalBytes) })}
        </small>
      )}
    </div>
  );
}
