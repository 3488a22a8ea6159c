import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { formatClockMinutes } from '../../lib/time/format-time.js';
import { usePlatformZone } from '../../lib/time/platform-zone.js';
import styles from './states.module.css';

interface FailureNoteProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>;
  /** Says what could not be loaded, where its place does not. */
  what?: string;
}

/**
 * One quiet line where a call failed, and nothing where it did not: that something could not be loaded, or since when what is
 * shown may be out of date; why, and a way to try again.
 */
export function FailureNote({ query, what }: FailureNoteProps): ReactNode {
  const { t } = useTranslation('common');
  usePlatformZone();
  const { data, error, dataUpdatedAt } = query;
  return (
    error !== null && (
      <div className={styles['failure']} role="status" title={messageOf(error)}>
        {data === undefined
          ? (what ?? t('loadFailed'))
          : t('notUpdatedSince', { time: formatClockMinutes(dataUpdatedAt) })}{' '}
        <Button type="link" size="small" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  );
}
