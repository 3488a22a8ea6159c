import type { endpoints, EndpointResult } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { applicationName } from '../application-facts.js';
import { ApplicationStateTag } from '../components/application-state.js';
import styles from '../components/approvals.module.css';

type Earlier = NonNullable<EndpointResult<typeof endpoints.approvals.detail>['earlier']>;

/** What else the applicant has asked for in the project, and what became of it. */
export function EarlierApplications({ earlier }: { earlier: Earlier }): ReactNode {
  const { t } = useTranslation('approvals');
  const { approved, rejected, pending, latest } = earlier;
  return (
    <section className={styles['section']} aria-label={t('earlier')}>
      <h2>{t('earlier')}</h2>
      <p className={`soft ${styles['counts']}`}>
        {latest.length === 0
          ? t('earlierNone')
          : t('earlierCounts', { approved, rejected, pending })}
      </p>
      <ul className={styles['votes']}>
        {latest.map((row) => (
          <li key={row.id} className={styles['entry']}>
            <ApplicationStateTag application={row} />
            <Link to={paths.approval(row.id)} title={row.paths.join('\n')}>
              {applicationName(row)}
            </Link>
            <span className={`soft small ${styles['more']}`}>
              {row.entries > 1 && `${t('andMore', { count: row.entries - 1 })} · `}
              <RelativeTime time={row.createTime} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
