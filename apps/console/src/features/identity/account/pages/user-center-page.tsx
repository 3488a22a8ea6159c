import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { paths } from '../../../../shared/paths.js';
import { useCallerDetail } from '../../api/caller-detail.js';
import styles from '../account.module.css';
import { OwnSessions } from '../own-sessions.js';
import { RealName } from '../real-name.js';
import { maskedPassword, maskEmail, maskMobile } from '../mask.js';
import { formatList } from '../../../../shared/lib/format/format-list.js';

/** One's own profile (spec part 2 §2, User centre), and where one is signed in. */
export function UserCenterPage(): ReactNode {
  const { t } = useTranslation('account');
  const user = useCallerDetail();
  const unset = <span className="soft">{t('notSet')}</span>;
  const fact = (label: string, value: ReactNode, link?: { to: string; name: string }) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {link && (
        <Link to={link.to} aria-label={link.name}>
          {t('change')}
        </Link>
      )}
    </div>
  );
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={styles['columns']}>
        <section className={`card ${styles['card']}`}>
          <h2>{t('profile')}</h2>
          {user ? (
            <dl className={styles['details']}>
              {fact(t('userName'), user.userName)}
              <RealName user={user} />
              {fact(t('password'), maskedPassword, {
                to: paths.ownPassword,
                name: t('changePassword'),
              })}
              {fact(t('mobile'), user.mobile ? maskMobile(user.mobile) : unset, {
                to: paths.ownMobile,
                name: t('changeMobile'),
              })}
              {fact(t('email'), user.email ? maskEmail(user.email) : unset, {
                to: paths.ownEmail,
                name: t('changeEmail'),
              })}
              {fact(t('roles'), formatList(user.roleList.map(({ roleName }) => roleName)) || unset)}
              {fact(t('unit'), formatList([user.companyName, user.companyAddress]) || unset)}
            </dl>
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 7 }} />
          )}
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
