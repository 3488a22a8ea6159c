import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { ErrorState } from '../../../../shared/ui/state/error-state.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { SessionList } from '../../account/session-list.js';
import styles from '../users.module.css';

/** Where a user is signed in; one session or all of them can be ended. */
export function UserSessions({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation(['users', 'account']);
  const confirm = useConfirm();
  // No event tells of a sign-in: each look asks.
  const sessions = useQuery({
    ...queryOptionsOf(endpoints.sessions.listOfUser, { userId }),
    staleTime: 0,
  });
  const { act: end } = useAction(endpoints.sessions.endOfUser, {
    invalidates: [endpoints.sessions.listOfUser],
    done: ({ ended }) => t('sessionsEnded', { count: ended }),
  });
  const endAll = async (): Promise<void> => {
    const question = { title: t('endAllTitle'), hint: t('endAllHint'), okText: t('endAll') };
    if (await confirm({ ...question, isDangerous: true })) {
      await end({ userId });
    }
  };
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <section className={`card ${styles['side']}`}>
      <div className={styles['sideHead']}>
        <h2>{t('account:sessions')}</h2>
        {others > 1 && (
          <Button size="small" danger onClick={() => void endAll()}>
            {t('endAll')}
          </Button>
        )}
      </div>
      {sessions.data ? (
        sessions.data.length === 0 ? (
          <p className="soft">{t('noSessions')}</p>
        ) : (
          <SessionList sessions={sessions.data} onEnd={({ id }) => void end({ userId, id })} />
        )
      ) : sessions.error ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </section>
  );
}
