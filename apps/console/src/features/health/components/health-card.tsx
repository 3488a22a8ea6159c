import type {
  BrokenSetting,
  HealthCheck,
  HealthCheckName,
  HealthFact,
  SettingKey,
} from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../shared/i18n/i18n.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { settingValueText } from '../../../shared/lib/format/setting-value-text.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { RelativeTime, TimeText } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { stateTags } from '../health-state.js';
import { HealthIcon } from './health-icon.js';
import styles from './health.module.css';

/** The page on which something can be done about a part. */
const pageOf = {
  backup: { path: paths.backups, word: 'open_backups' },
  backupProof: { path: paths.backups, word: 'open_backups' },
  agents: { path: paths.monitoring, word: 'open_monitoring' },
  settings: { path: paths.settingValues, word: 'open_settings' },
  licence: { path: paths.copyright, word: 'open_licence' },
} as const satisfies Partial<Record<HealthCheckName, { path: string; word: string }>>;

const hasPage = (name: HealthCheckName): name is keyof typeof pageOf => name in pageOf;

/** A figure in its unit, which the end of its name says (`healthFacts`). */
function Figure({ name, value }: { name: HealthFact; value: number }): ReactNode {
  if (name.endsWith('Bytes')) {
    return formatSize(value);
  }
  if (name.endsWith('Seconds')) {
    return formatDuration(value * 1_000);
  }
  if (name === 'endTime') {
    // In the future, as a rule; others are told by how long ago they were.
    return <TimeText time={value} />;
  }
  if (name.endsWith('Time')) {
    return <RelativeTime time={value} />;
  }
  return name.endsWith('Ms')
    ? `${value.toLocaleString(locale())} ms`
    : value.toLocaleString(locale());
}

/** Which stored settings are not allowed, and what counts in place of each. */
function BrokenSettings({ settings }: { settings: readonly BrokenSetting[] }): ReactNode {
  const { t } = useTranslation(['settingValues', 'common', 'health']);
  return (
    <ul className={styles['settings']}>
      {settings.map(({ key, kind, inUse }) => (
        <li key={key}>
          {kind === null ? <code>{key}</code> : <span>{t(`name_${key as SettingKey}`)}</span>}
          <span className={styles['soft']}>
            {kind === null
              ? t('health:brokenNothing')
              : t('health:brokenInUse', { value: settingValueText(t, { kind }, inUse) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One part of the platform: how it is, since when, its figures, and what to do. */
export function HealthCard({ check }: { check: HealthCheck }): ReactNode {
  const { t } = useTranslation('health');
  const { name, state, reason, since, facts, version } = check;
  const page = state !== 'ok' && hasPage(name) ? pageOf[name] : undefined;
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
      {check.brokenSettings.length > 0 && <BrokenSettings settings={check.brokenSettings} />}
      {page && (
        <footer className={styles['foot']}>
          <LinkButton to={page.path}>{t(page.word)}</LinkButton>
        </footer>
      )}
    </article>
  );
}
