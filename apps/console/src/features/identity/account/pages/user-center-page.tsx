import type { CallerDetail } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { DetailList } from '../../../../shared/ui/layout/detail-list.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { paths } from '../../../../shared/paths.js';
import { useCallerQuery } from '../../api/caller-detail.js';
import { roleNameOf } from '../../roles/role-name.js';
import styles from '../account.module.css';
import { OwnSessions } from '../own-sessions.js';
import { RealName } from '../real-name.js';
import { maskedPassword, maskEmail, maskMobile } from '../mask.js';
import { formatList } from '../../../../shared/lib/format/format-list.js';

function Profile({ user }: { user: CallerDetail }): ReactNode {
  const { t } = useTranslation('account');
  const unset = <span className="soft">{t('notSet')}</span>;
  const changeLink = (to: string, name: string): ReactNode => (
    <Link to={to} aria-label={name}>
      {t('change')}
    </Link>
  );
  // Where nothing sends codes nobody could finish a change.
  const contactChange = (kind: 'mobile' | 'email', to: string, name: string): ReactNode =>
    user.canReceiveCodes[kind] ? (
      changeLink(to, name)
    ) : user.isSystemAdministrator ? (
      changeLink(paths.user(user.id), name)
    ) : (
      <span className="soft small">{t('contactByAdministrator')}</span>
    );
  return (
    <DetailList
      details={[
        { label: t('userName'), value: user.userName },
        { label: t('realName'), value: <RealName user={user} /> },
        {
          label: t('password'),
          value: maskedPassword,
          action: changeLink(paths.ownPassword, t('changePassword')),
        },
        {
          label: t('mobile'),
          value: user.mobile ? maskMobile(user.mobile) : unset,
          action: contactChange('mobile', paths.ownMobile, t('changeMobile')),
        },
        {
          label: t('email'),
          value: user.email ? maskEmail(user.email) : unset,
          action: contactChange('email', paths.ownEmail, t('changeEmail')),
        },
        {
          label: t('notices'),
          value: <span className="soft">{t('noticesHint')}</span>,
          action: changeLink(paths.ownNotices, t('changeNotices')),
        },
        { label: t('roles'), value: formatList(user.roleList.map(roleNameOf)) || unset },
        { label: t('unit'), value: formatList([user.companyName, user.companyAddress]) || unset },
      ]}
    />
  );
}

/** One's own profile (spec part 2 §2, User centre), and where one is signed in. */
export function UserCenterPage(): ReactNode {
  const { t } = useTranslation('account');
  const query = useCallerQuery();
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={styles['columns']}>
        <section className={`card ${styles['card']}`}>
          <h2>{t('profile')}</h2>
          <PageState isInCard query={query}>
            {(user) => <Profile user={user} />}
          </PageState>
        </section>
        <section className={`card ${styles['card']}`}>
          <h2>{t('sessions')}</h2>
          <p className="soft">{t('sessionsHint')}</p>
          <OwnSessions />
        </section>
      </div>
    </>
  );
}
