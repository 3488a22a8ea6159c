import type { MonitorRecord } from '@clusterdesk/contracts';
import { Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { memo, use, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import { meanOf } from '../host-order.js';
import { stateOf } from '../monitor-view.js';
import { percentScale } from './chart-option.js';
import { AlertRulesContext, ChartSpanContext, FiguresOfNowContext } from './chart-span.js';
import styles from './host-card.module.css';
import { HostAlerts } from './host-alerts.js';
import { HostProtections } from './host-protections.js';
import { ReachNote } from './reach-text.js';
import { SinceText } from './since-text.js';

const LoadChart = lazyComponent(async () => (await import('./load-chart.js')).LoadChart);

const gigabyte = 1024 ** 3;

interface Note {
  state: TagState;
  label: string;
  hint: string;
  /** Stands on the card: somebody has to do something. */
  isUrgent?: boolean;
}

/** What there is to say of a host's jobs; null when it takes them as it should, has none to take, or is not heard of. */
function noteOf(host: MonitorRecord, t: TFunction<'cluster'>): Note | null {
  if (host.kind !== 'compute' || !host.online) {
    return null;
  }
  const isUnconfined = host.confinement === 'none';
  if (!host.acceptsJobs) {
    const hint = isUnconfined ? t('noConfinementHint') : t('noJobsHint');
    return { state: 'quiet', label: t('noJobs'), hint };
  }
  if (host.drainedReason !== null) {
    return { state: 'bad', label: t('drained'), hint: host.drainedReason, isUrgent: true };
  }
  return isUnconfined
    ? { state: 'waiting', label: t('unconfined'), hint: t('unconfinedHint') }
    : null;
}

function JobsNote({ host }: { host: MonitorRecord }): ReactNode {
  const { t } = useTranslation('cluster');
  const note = noteOf(host, t);
  if (!note) {
    return null;
  }
  const tag = <StatusTag state={note.state}>{note.label}</StatusTag>;
  return note.isUrgent ? (
    <>
      <span className={styles['note']}>{tag}</span>
      <p className={styles['urgent']}>{note.hint}</p>
    </>
  ) : (
    // A finger and the keyboard have no hovering: both give the focus.
    <Tooltip title={note.hint} trigger={['hover', 'focus']}>
      <span tabIndex={0} className={styles['note']}>
        {tag}
        <span className="visually-hidden">{note.hint}</span>
      </span>
    </Tooltip>
  );
}

function LoadFigure({
  name,
  value,
  kind,
}: {
  name: string;
  value: number | undefined;
  kind: string;
}) {
  return (
    <span className={styles['number']}>
      <i className={styles[kind]} aria-hidden />
      {name} <b>{value === undefined ? '–' : `${value.toFixed(1)}%`}</b>
    </span>
  );
}

/** Of a short span the load of now, of a longer one its average. */
function LoadFigures({ host }: { host: MonitorRecord }): ReactNode {
  const { t } = useTranslation('cluster');
  if (!use(FiguresOfNowContext)) {
    return (
      <>
        <LoadFigure name={t('cpuMean')} value={meanOf(host.cpus)} kind="cpu" />
        <LoadFigure name={t('memoryMean')} value={meanOf(host.mems)} kind="memory" />
      </>
    );
  }
  const now = (points: MonitorRecord['cpus']) => (host.online ? points.at(-1)?.used : undefined);
  return (
    <>
      <LoadFigure name={t('cpu')} value={now(host.cpus)} kind="cpu" />
      <LoadFigure name={t('memory')} value={now(host.mems)} kind="memory" />
    </>
  );
}

/** A host's processors and memory over the span that all have, with the thresholds of alerts. */
export function HostChart({ host }: { host: Pick<MonitorRecord, 'cpus' | 'mems'> }): ReactNode {
  const { t } = useTranslation('cluster');
  const span = use(ChartSpanContext);
  const rules = use(AlertRulesContext);
  const { cpus, mems } = host;
  const lines = useMemo(
    () => [
      {
        name: t('cpu'),
        color: 'chartCpu' as const,
        points: cpus,
        threshold: rules?.cpuPercent ?? null,
      },
      {
        name: t('memory'),
        color: 'chartMemory' as const,
        points: mems,
        threshold: rules?.memoryPercent ?? null,
      },
    ],
    [t, cpus, mems, rules],
  );
  return (
    <LoadChart
      lines={lines}
      scale={percentScale}
      {...span}
      pending={<div className={styles['chartWaits']} />}
    />
  );
}

/** Whether a host is there; of one that is, only the dot says so to the eye. */
function HostPresence({ host }: { host: MonitorRecord }): ReactNode {
  const { t } = useTranslation('cluster');
  if (host.lastSeen === null) {
    return <StatusTag state="waiting">{t('waiting')}</StatusTag>;
  }
  return host.online ? (
    <span className="visually-hidden">{t('online')}</span>
  ) : (
    <StatusTag state="bad">
      <SinceText time={host.lastSeen} />
    </StatusTag>
  );
}

interface HostCardProps {
  host: MonitorRecord;
  /** Where its own page is; absent: here. */
  to?: string;
}

/** One host: who it is, whether it is there, how busy it is. Drawn anew only when there is news of this host. */
export const HostCard = memo(function HostCard({ host, to }: HostCardProps): ReactNode {
  const { t } = useTranslation('cluster');
  const details = [
    host.cpuCount === null ? null : t('cores', { count: host.cpuCount }),
    host.memoryBytes === null
      ? null
      : t('gigabytes', { size: Math.max(1, Math.round(host.memoryBytes / gigabyte)) }),
  ].filter((fact) => fact !== null);

  return (
    <article
      className={`card ${styles['card']} ${stateOf(host) === 'online' ? '' : styles['off']}`}
      aria-label={host.hostname}
      data-state={stateOf(host)}
    >
      <header className={styles['head']}>
        <h2 className={styles['name']} title={host.hostname}>
          <i className={styles[stateOf(host)]} aria-hidden />
          {to === undefined ? host.hostname : <Link to={to}>{host.hostname}</Link>}
        </h2>
        <HostPresence host={host} />
        <span className={styles['details']}>{details.join(' · ')}</span>
      </header>
      <div className={styles['chart']}>
        <HostChart host={host} />
      </div>
      <footer className={styles['foot']}>
        <span className={styles['figures']}>
          <LoadFigures host={host} />
        </span>
        {host.acceptsJobs && host.protections && (
          <HostProtections host={host} held={host.protections} />
        )}
        <HostAlerts alerts={host.alerts} />
        {host.online && <ReachNote nodeId={host.nodeId} />}
        <JobsNote host={host} />
      </footer>
    </article>
  );
});
