import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { refetchOnReconnect } from '../../../shared/live/cache/refetch-on-reconnect.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import styles from './host-sessions.module.css';
import { displayOf, Idle } from './session-text.js';

/** Sessions of others come and go without an event for those who may not end them. */
const othersMs = 10_000;

/** Who is on a desktop now, as far as one may see it: for the page of the host. */
export function HostSessions({ nodeId }: { nodeId: string }): ReactNode {
  const { t } = useTranslation('nodes');
  // Refused to those who may not end them.
  useWatch({ topic: 'desktop-sessions' });
  const query = useQuery({
    ...queryOptionsOf(endpoints.desktopSessions.onHost, { nodeId }),
    meta: refetchOnReconnect,
    refetchInterval: othersMs,
  });
  return (
    <PageState query={query} isInCard>
      {({ sessions, count }) => {
        const unnamed = count - sessions.length;
        return (
          <>
            {sessions.length > 0 && (
              <ul className={styles['onHost']}>
                {sessions.map((session) => (
                  <li key={session.sessionId}>
                    <b>{session.userName}</b>
                    <span>{session.realName}</span>
                    <span className="soft small">{displayOf(session, t)}</span>
                    <span className="soft small">
                      {t('since')} <RelativeTime time={session.since} />
                    </span>
                    <span className="soft small">
                      {t('lastUsed')} <Idle session={session} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {unnamed > 0 && <p className="soft small">{t('onHostUnnamed', { count: unnamed })}</p>}
            {count === 0 && <p className="soft small">{t('onHostNone')}</p>}
          </>
        );
      }}
    </PageState>
  );
}
