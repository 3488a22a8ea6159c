import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../shared/paths.js';
import { useFormSource } from '../../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
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
  const query = useFormSource(oneUser(id));
  return (
    <PageState
      query={query}
      head={
        <PageHeader>
          <BackLink to={paths.users}>{t('title')}</BackLink>
        </PageHeader>
      }
    >
      {(source) => (
        <div className={styles['userPage']}>
          <div>
            <UserProfile key={id} source={source} />
          </div>
          <div className={styles['sides']}>
            <UserDetails user={source.now} />
            <UserSessions userId={id} />
          </div>
        </div>
      )}
    </PageState>
  );
}
