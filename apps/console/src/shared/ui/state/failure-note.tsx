import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { formatClockMinutes } from '../../lib/time/format-time.js';
import { usePlatformZone } from '../../lib/time/platform-zone.js';
import styles from './states.module.css';

interface StaleNoteProps {
  query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt' | 'refetch'>;
}

/** One quiet line above data whose refetch failed: since when it may be out of date, why, and a way to try again. */
export function StaleNote({ query }: StaleNoteProps): ReactNode {
  const { t } = useTranslation('common');
  usePlatformZone();
  return (
    <p className={styles['stale']} role="status" title={messageOf(query.error)}>
      {t('notUpdatedSince', { time: formatClockMinutes(query.dataUpdatedAt) })}{' '}
      <Button type="link" size="small" onClick={() => void query.refetch()}>
        {t('retry')}
      </Button>
    </p>
  );
}
