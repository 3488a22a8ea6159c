import type { HealthCheck, HealthCheckName, HealthFact } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../shared/i18n/i18n.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { stateTags } from '../health-state.js';
import { HealthIcon } from './health-icon.js';
import styles from './health.module.css';

/** The page on which something can be done about a part. */
const pageOf: Partial<Record<HealthCheckName, string>> = {
  backup: paths.backups,
  backupProof: paths.backups,
  agents: paths.monitoring,
};

/** A figure in its unit, which the end of its name says (`healthFacts`). */
function Figure({ name, value }: { name: HealthFact; value: number }): ReactNode {
  if (name.endsWith('Bytes')) {
    return formatSize(value);
  }
  if (name.endsWith('Seconds')) {
    return formatDuration(value * 1_000);
  }
  if (name.endsWith('Time')) {
    return <RelativeTime time={value} />;
  }
  return name.endsWith('Ms')
    ? `${value.toLocaleString(locale())} ms`
    : value.toLocaleString(locale());
}

/** One part of the platform: how it is, since when, its figures, and what to do. */
export function HealthCard({ check }: { check: HealthCheck }): ReactNode {
  const { t } = useTranslation('health');
  const { name, state, reason, since, facts, version } = check;
  const page = state === 'ok' ? undefined : pageOf[name];
  const figures = Object.entries(facts) as [HealthFact, number][];
  return (
    <article className={`card ${styles['card']}`} aria-label={t(`check_${name}`)}>
      <header className={styles['head']}>
        <HealthIcon state={state} />
        <h2 className={styles['name']}>{t(`check_${name}`)}</h2>
        <StatusTag state={stateTags[state]}>{t(`state_${state}`)}</StatusTag>
      </header>
      {reason && (
        <div className={styles['why']}>
          <p>{t(`why_${reason}`)}</p>
          <p className={styles['soft']}>{t(`cure_${reason}`)}</p>
        </div>
      )}
      <DetailList
        details={[
          version !== '' && { label: t('version'), value: version },
          ...figures.map(([fact, value]) => ({
            key: fact,
            label: t(`fact_${fact}`),
            value: <Figure name={fact} value={value} />,
          })),
          since !== null &&
            state !== 'ok' && { label: t('since'), value: <RelativeTime time={since} /> },
        ]}
      />
      {page && (
        <footer className={styles['foot']}>
          <LinkButton to={page}>
            {t(`open_${page === paths.backups ? 'backups' : 'monitoring'}`)}
          </LinkButton>
        </footer>
      )}
    </article>
  );
}
