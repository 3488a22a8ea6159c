import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../shared/paths.js';
import { ErrorState } from '../../../../shared/ui/state/error-state.js';
import { BackLink } from '../../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { oneUser } from '../../api/role-queries.js';
import { useWatchAccounts } from '../../identity-live.js';
import { UserDetails } from './user-details.js';
import { UserProfile } from './user-profile.js';
import { UserSessions } from './user-sessions.js';
import styles from '../users.module.css';

/** One user, with everything that can be seen and changed. */
export function UserPage({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('users');
  useWatchAccounts('users');
  const user = useQuery(oneUser(id));
  if (!user.data) {
    return (
      <>
        <PageHeader>
          <BackLink to={paths.users}>{t('title')}</BackLink>
        </PageHeader>
        <div className="card">
          {user.error ? (
            <ErrorState error={user.error} onRetry={() => void user.refetch()} />
          ) : (
            <div className={styles['side']}>
              <Skeleton active paragraph={{ rows: 8 }} />
            </div>
          )}
        </div>
      </>
    );
  }
  return (
    <div className={styles['userPage']}>
      <div>
        <UserProfile key={id} user={user.data} />
      </div>
      <div className={styles['sides']}>
        <UserDetails user={user.data} />
        <UserSessions userId={id} />
      </div>
    </div>
  );
}
