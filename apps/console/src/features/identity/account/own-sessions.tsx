import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { SessionList } from './session-list.js';

/** Where one is signed in; each of the others can be ended. */
export function OwnSessions(): ReactNode {
  const { t } = useTranslation('account');
  const { act: endSession } = useAction(endpoints.sessions.end, {
    invalidates: [endpoints.sessions.list],
    done: t('sessionEnded'),
  });
  // No event tells of a sign-in elsewhere: each look asks.
  const sessions = useQuery({ ...queryOptionsOf(endpoints.sessions.list, {}), staleTime: 0 });
  if (!sessions.data) {
    return sessions.error ? (
      <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  }
  return <SessionList sessions={sessions.data} onEnd={({ id }) => void endSession({ id })} />;
}
