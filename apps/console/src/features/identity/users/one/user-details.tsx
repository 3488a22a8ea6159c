import { endpoints, type UserRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { readUserId } from '../../../../shared/api/session.js';
import { formatSize } from '../../../../shared/lib/format/format.js';
import { RelativeTime, TimeText } from '../../../../shared/lib/time/time-text.js';
import { paths } from '../../../../shared/paths.js';
import { DetailList } from '../../../../shared/ui/layout/detail-list.js';
import { useCallerDetail } from '../../api/caller-detail.js';
import { useHasMenu } from '../../../../shared/menus/own-menus.js';
import { fromUserPage } from '../user-form-page.js';
import { UserSpaceDialog } from '../user-space-dialog.js';
import { UserState } from '../user-state.js';
import { useUserActions } from '../use-user-actions.js';
import { RowActions } from '../../../../shared/ui/table/row-actions.js';
import styles from '../users.module.css';
import { FailureNote } from '../../../../shared/ui/state/failure-note.js';

/** How much a user keeps, of how much. */
function Usage({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation('users');
  const query = useQuery({
    ...queryOptionsOf(endpoints.disk.userUsage, { userId }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) {
    return query.error ? <FailureNote query={query} /> : '…';
  }
  const used = formatSize(data.usedBytes);
  return data.quotaBytes === null
    ? t('usedUnlimited', { used })
    : t('usedOf', { used, quota: formatSize(data.quotaBytes) });
}

/** Where to read on about a user: the jobs, and what was done by and to the user. */
function MoreAbout({ user }: { user: UserRow }): ReactNode {
  const { t } = useTranslation('users');
  const caller = useCallerDetail();
  const seesJobs = useHasMenu(paths.jobs);
  const seesLog = useHasMenu(paths.log);
  return (
    <RowActions>
      {caller?.isSystemAdministrator && seesJobs && (
        <Link to={paths.jobsOf(user.userName)}>{t('jobsOf')}</Link>
      )}
      {seesLog && (
        <>
          <Link to={paths.logBy(user.id)}>{t('logBy')}</Link>
          <Link to={paths.logOf('user', user.id)}>{t('logAbout')}</Link>
        </>
      )}
    </RowActions>
  );
}

/** What is so about a user, with what is done to it: state, sign-in, password, storage, deletion. */
export function UserDetails({ user }: { user: UserRow }): ReactNode {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const actions = useUserActions();
  const [isSpaceOpen, setIsSpaceOpen] = useState(false);
  const isSelf = user.id === readUserId();
  const remove = async (): Promise<void> => {
    if (await actions.remove(user)) {
      await navigate(paths.users);
    }
  };
  return (
    <section className={`card ${styles['side']}`}>
      <h2>{t('account')}</h2>
      <DetailList
        details={[
          {
            label: t('state'),
            value: <UserState user={user} />,
            action:
              user.enable === 2 ? (
                <Link to={paths.userActivation(user.id)} state={fromUserPage}>
                  {t('activate')}
                </Link>
              ) : (
                <Button
                  type="link"
                  size="small"
                  disabled={isSelf}
                  onClick={() => void actions.freeze(user)}
                >
                  {t('freeze')}
                </Button>
              ),
          },
          {
            label: t('lastSignInTime'),
            value: user.lastSignInTime ? (
              <RelativeTime time={user.lastSignInTime} />
            ) : (
              t('neverSignedIn')
            ),
          },
          { label: t('createTime'), value: <TimeText time={user.createTime} /> },
          {
            label: t('password'),
            value: user.mustChangePassword ? t('mustChangeNext') : '••••••',
            action: (
              <Link to={paths.userPassword(user.id)} state={fromUserPage}>
                {t('changePassword')}
              </Link>
            ),
          },
          {
            label: t('space'),
            value: <Usage userId={user.id} />,
            action: (
              <Button type="link" size="small" onClick={() => setIsSpaceOpen(true)}>
                {t('changeQuota')}
              </Button>
            ),
          },
        ]}
      />
      <div className={styles['sideFoot']}>
        <MoreAbout user={user} />
        <Button danger size="small" disabled={isSelf} onClick={() => void remove()}>
          {t('deleteUser')}
        </Button>
      </div>
      {isSpaceOpen && <UserSpaceDialog user={user} onClose={() => setIsSpaceOpen(false)} />}
    </section>
  );
}
