import type { MonitorRecord } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import { clusterWorkQuery } from '../api/cluster-queries.js';
import type { MonitorView } from '../monitor-view.js';
import { clusterLoadOf } from './cluster-load.js';
import styles from './cluster-overview.module.css';

interface FigureProps {
  label: string;
  value: ReactNode;
  /** What the figure is of, or a second one. */
  detail?: string | undefined;
  isBad?: boolean;
  /** A share of a whole, as a bar: percent and its class. */
  bar?: { percent: number; kind: 'cpu' | 'memory' } | undefined;
}

function Figure({ label, value, detail, isBad, bar }: FigureProps): ReactNode {
  return (
    <>
      <span className={styles['label']}>{label}</span>
      <span className={`${styles['value']} ${isBad ? styles['bad'] : ''}`}>
        {value}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {bar && (
        <span className={styles['bar']} aria-hidden>
          <i className={styles[bar.kind]} style={{ width: `${bar.percent}%` }} />
        </span>
      )}
    </>
  );
}

/** A figure that narrows or orders what is below it. */
function FigureButton({
  onClick,
  isChosen,
  ...figure
}: FigureProps & { onClick: () => void; isChosen: boolean }): ReactNode {
  return (
    <button type="button" className={styles['tile']} onClick={onClick} aria-pressed={isChosen}>
      <Figure {...figure} />
    </button>
  );
}

/** A figure that leads to its list those who may see it. */
function FigureLink({ to, ...figure }: FigureProps & { to: string | null }): ReactNode {
  return to === null ? (
    <div className={styles['tile']}>
      <Figure {...figure} />
    </div>
  ) : (
    <Link to={to} className={styles['tile']}>
      <Figure {...figure} />
    </Link>
  );
}

const percentText = (value: number | null): string =>
  value === null ? '–' : `${value.toFixed(1)}%`;

interface ClusterOverviewProps {
  hosts: readonly MonitorRecord[];
  view: MonitorView;
  onChange: (change: Partial<MonitorView>) => void;
}

/** How all hosts together are doing, now. A figure narrows or orders the hosts below, or leads to its list. */
export function ClusterOverview({ hosts, view, onChange }: ClusterOverviewProps): ReactNode {
  const { t } = useTranslation('cluster');
  const isAdministrator = useIsAdministrator();
  const work = useQuery(clusterWorkQuery());
  const load = clusterLoadOf(hosts);
  const chooseState = (state: MonitorView['state']) => () =>
    onChange({ state: view.state === state ? 'all' : state });
  const chooseSort = (sort: MonitorView['sort']) => () =>
    onChange({ sort: view.sort === sort ? 'name' : sort });
  const barOf = (percent: number | null, kind: 'cpu' | 'memory'): FigureProps['bar'] =>
    percent === null ? undefined : { percent, kind };
  return (
    <>
      <section className={styles['row']} aria-label={t('overview')}>
        <FigureButton
          label={t('overviewOnline')}
          value={load.online}
          detail={` / ${load.hosts}`}
          isChosen={view.state === 'online'}
          onClick={chooseState('online')}
        />
        <FigureButton
          label={t('overviewTroubled')}
          value={load.troubled}
          isBad={load.troubled > 0}
          isChosen={view.state === 'troubled'}
          onClick={chooseState('troubled')}
        />
        <FigureButton
          label={t('overviewCpu')}
          value={percentText(load.cpu)}
          bar={barOf(load.cpu, 'cpu')}
          isChosen={view.sort === 'cpu'}
          onClick={chooseSort('cpu')}
        />
        <FigureButton
          label={t('overviewMemory')}
          value={percentText(load.memory)}
          bar={barOf(load.memory, 'memory')}
          isChosen={view.sort === 'memory'}
          onClick={chooseSort('memory')}
        />
        <FigureLink
          label={t('overviewJobs')}
          value={work.data?.runningJobs ?? '–'}
          detail={work.data && t('overviewWaiting', { count: work.data.waitingJobs })}
          to={isAdministrator ? paths.allJobs : null}
        />
        <FigureLink
          label={t('overviewSessions')}
          value={work.data?.sessions ?? '–'}
          to={isAdministrator ? paths.onlineUsers : null}
        />
      </section>
      <FailureNote query={work} />
    </>
  );
}
