import { endpoints, type SessionListRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { StatusTag } from '../../../shared/ui/feedback/status-tag.js';
import { useAction } from '../../../shared/ui/feedback/use-action.js';
import { useConfirm } from '../../../shared/ui/feedback/use-confirm.js';
import { deviceOf } from './device.js';
import styles from './account.module.css';

/** Where one is signed in; each of the others can be ended. */
export function OwnSessions(): ReactNode {
  const { t } = useTranslation('account');
  const confirm = useConfirm();
  const { act: endSession } = useAction(endpoints.sessions.end, {
    invalidates: [endpoints.sessions.list],
    done: t('sessionEnded'),
  });
  // No event tells of a sign-in elsewhere: each look asks.
  const sessions = useQuery({ ...queryOptionsOf(endpoints.sessions.list, {}), staleTime: 0 });
  const nameOf = (session: SessionListRow): string => {
    const device = deviceOf(session.userAgent);
    return device ? t('deviceOn', { ...device }) : t('unknownDevice');
  };
  const end = async (session: SessionListRow): Promise<void> => {
    const hint = t('sessionEndHint', { name: nameOf(session) });
    if (await confirm({ title: t('sessionEndTitle'), hint, isDangerous: true })) {
      await endSession({ id: session.id });
    }
  };
  if (!sessions.data) {
    return sessions.error ? (
      <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  }
  return (
    <ul className={styles['sessions']}>
      {sessions.data.map((session) => (
        <li key={session.id}>
          <div title={session.userAgent ?? ''}>
            <b>{nameOf(session)}</b>{' '}
            {session.isCurrent && <StatusTag state="ok">{t('sessionHere')}</StatusTag>}
            <div className="soft small">
              {[
                session.address,
                t('signedInAt', { time: session.createTime }),
                t('lastUsed', { time: session.lastUsedTime }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </div>
          {!session.isCurrent && (
            <Button
              size="small"
              danger
              aria-label={t('sessionEndOf', { name: nameOf(session) })}
              onClick={() => void end(session)}
            >
              {t('sessionEnd')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
