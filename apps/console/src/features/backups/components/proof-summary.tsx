import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import { proofState, type BackupProof } from '../api/backup-queries.js';
import styles from '../backups.module.css';

const tagOf: Record<BackupProof['state'], TagState> = {
  never: 'bad',
  fresh: 'ok',
  stale: 'waiting',
};

/** Whether a backup was brought back in rehearsal, and how long it takes to be back. */
export function ProofSummary(): ReactNode {
  const { t } = useTranslation('backups');
  return (
    <PageState
      query={useQuery(proofState())}
      isInCard
      // As high as what it says: the list below stays where it is.
      skeleton={
        <div className={styles['proof']}>
          <Skeleton.Input active size="small" aria-hidden />
        </div>
      }
    >
      {({ state, backInMinutes, askedId, last }) => (
        <div className={styles['proof']}>
          <StatusTag state={tagOf[state]}>{t(`proof_${state}`)}</StatusTag>
          {backInMinutes !== null && (
            <strong className={styles['figure']}>{t('backIn', { count: backInMinutes })}</strong>
          )}
          <span className={styles['soft']}>
            {t(askedId === null ? `proofHint_${state}` : 'provingNow')}
            {last && (
              <>
                {' '}
                {t(last.passed ? 'lastPassed' : 'lastFailed')} <RelativeTime time={last.time} />
                {!last.passed && last.message && ` ${last.message}`}
              </>
            )}
          </span>
        </div>
      )}
    </PageState>
  );
}
