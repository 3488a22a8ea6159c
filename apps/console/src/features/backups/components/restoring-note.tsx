import type { RestoringRow } from '@clusterdesk/contracts';
import { Alert } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { expectSignOut } from '../../../shared/api/session.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { isUnderWay } from '../transfer/use-export.js';
import styles from '../backups.module.css';
import { ProgressLine } from './progress-line.js';

/** The restoring that is under way with its phases, or how the last one ended; nothing where none was. */
export function RestoringNote({ restoring }: { restoring: RestoringRow | null }): ReactNode {
  const { t } = useTranslation('backups');
  const isRunning = restoring !== null && isUnderWay(restoring);
  const isExpected = useRef(false);
  // Its end signs everybody out: the login page says why. One that failed does not.
  useEffect(() => {
    if (isRunning) {
      isExpected.current = true;
      expectSignOut(t('signedOutByRestoring'));
    } else if (isExpected.current && restoring?.state === 'failed') {
      isExpected.current = false;
      expectSignOut(null);
    }
  }, [isRunning, restoring?.state, t]);
  if (restoring === null || restoring.state === 'cancelled') {
    return null;
  }
  const { state, message, endTime } = restoring;
  return (
    <Alert
      className={styles['note'] ?? ''}
      type={isRunning ? 'warning' : state === 'done' ? 'success' : 'error'}
      showIcon
      role="status"
      title={t(isRunning ? 'restoringNow' : `restoring_${state === 'done' ? 'done' : 'failed'}`)}
      description={
        isRunning ? (
          <>
            <p>{t('restoringHint')}</p>
            <ProgressLine {...restoring} label={t('restoringNow')} />
          </>
        ) : (
          <>
            {message && <p>{message}</p>}
            <TimeText time={endTime} />
          </>
        )
      }
    />
  );
}
