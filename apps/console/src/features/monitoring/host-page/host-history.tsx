import type { HostHistory } from '@clusterdesk/contracts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, formatSpeed, percentOf } from '../../../shared/lib/format/format.js';
import { formatWithZone } from '../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../shared/lib/time/platform-zone.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { type ChartLine, type ChartScale, percentScale } from '../components/chart-option.js';
import { clockText, formatTrip } from '../components/reach-text.js';
import cardStyles from '../components/host-card.module.css';
import styles from './host-page.module.css';

const LoadChart = lazyComponent(
  async () => (await import('../components/load-chart.js')).LoadChart,
);

/** The fullest file systems that are drawn; the list below has all. */
const drawnDisks = 4;
const diskColors = ['chartCpu', 'chartMemory', 'running', 'waiting'] as const;

const loadScale: ChartScale = { write: (value) => value.toFixed(2) };
const speedScale: ChartScale = { write: formatSpeed };
const tripScale: ChartScale = { write: formatTrip };

interface Span {
  from: number;
  to: number;
}

interface FigureCardProps extends Span {
  title: string;
  lines: readonly ChartLine[];
  scale: ChartScale;
  stepMs: number;
  children: ReactNode;
}

/** A title, its curves, and below them the same in words. */
function FigureCard({ title, children, ...chart }: FigureCardProps): ReactNode {
  return (
    <section className={`card ${cardStyles['card']}`} aria-label={title}>
      <h2 className={cardStyles['name']}>{title}</h2>
      <div className={cardStyles['chart']}>
        <LoadChart {...chart} pending={<div className={cardStyles['chartWaits']} />} />
      </div>
      {children}
    </section>
  );
}

/** The points of one figure, without those where it is not known. */
const pointsOf = (
  { points }: HostHistory,
  figure: 'load' | 'networkIn' | 'networkOut' | 'roundTripMs',
): ChartLine['points'] =>
  points.flatMap((point) => {
    const used = point[figure];
    return used === null ? [] : [{ time: point.time, used }];
  });

function LoadCard({ history, span }: { history: HostHistory; span: Span }): ReactNode {
  const { t } = useTranslation('cluster');
  const lines = useMemo(
    () => [{ name: t('load'), color: 'chartCpu' as const, points: pointsOf(history, 'load') }],
    [history, t],
  );
  const last = history.points.at(-1);
  return (
    <FigureCard title={t('load')} lines={lines} scale={loadScale} stepMs={history.stepMs} {...span}>
      <p className={cardStyles['foot']}>
        {t('loadNow', { load: last ? last.load.toFixed(2) : '–' })}
      </p>
    </FigureCard>
  );
}

function NetworkCard({ history, span }: { history: HostHistory; span: Span }): ReactNode {
  const { t } = useTranslation('cluster');
  const lines = useMemo(
    () => [
      {
        name: t('networkIn'),
        color: 'chartCpu' as const,
        points: pointsOf(history, 'networkIn'),
      },
      {
        name: t('networkOut'),
        color: 'chartMemory' as const,
        points: pointsOf(history, 'networkOut'),
      },
    ],
    [history, t],
  );
  const last = history.points.at(-1);
  const speed = (value: number | null | undefined): string =>
    typeof value === 'number' ? formatSpeed(value) : '–';
  return (
    <FigureCard
      title={t('network')}
      lines={lines}
      scale={speedScale}
      stepMs={history.stepMs}
      {...span}
    >
      <p className={cardStyles['foot']}>
        <span className={cardStyles['number']}>
          <i className={cardStyles['cpu']} aria-hidden />
          {t('networkIn')} <b>{speed(last?.networkIn)}</b>
        </span>
        <span className={cardStyles['number']}>
          <i className={cardStyles['memory']} aria-hidden />
          {t('networkOut')} <b>{speed(last?.networkOut)}</b>
        </span>
      </p>
    </FigureCard>
  );
}

function DiskCard({ history, span }: { history: HostHistory; span: Span }): ReactNode {
  const { t } = useTranslation('cluster');
  const disks = useMemo(
    () => [...history.disks].sort((a, b) => b.usedBytes / b.sizeBytes - a.usedBytes / a.sizeBytes),
    [history],
  );
  const lines = useMemo(
    () =>
      disks.slice(0, drawnDisks).map(({ mount, points }, index) => ({
        name: mount,
        color: diskColors[index] ?? 'chartCpu',
        points,
      })),
    [disks],
  );
  return (
    <FigureCard
      title={t('disks')}
      lines={lines}
      scale={percentScale}
      stepMs={history.stepMs}
      {...span}
    >
      <ul className={styles['disks']}>
        {disks.map(({ mount, sizeBytes, usedBytes }) => (
          <li key={mount}>
            <span className={styles['mount']} title={mount}>
              {mount}
            </span>
            <span>
              {t('diskUsed', { used: formatSize(usedBytes), size: formatSize(sizeBytes) })}{' '}
              <b>{percentOf(usedBytes, sizeBytes)}%</b>
            </span>
          </li>
        ))}
      </ul>
    </FigureCard>
  );
}

interface ReachCardProps {
  history: HostHistory;
  reach: NonNullable<HostHistory['reach']>;
  span: Span;
}

/** How well the host reaches the server: where that is bad, jobs and desktops there answer late. */
function ReachCard({ history, reach, span }: ReachCardProps): ReactNode {
  const { t } = useTranslation('cluster');
  const { roundTripMs, clockOffMs, cutsOfDay, lastCutAt } = reach;
  const lines = useMemo(
    () => [
      {
        name: t('roundTrip'),
        color: 'chartCpu' as const,
        points: pointsOf(history, 'roundTripMs'),
      },
    ],
    [history, t],
  );
  return (
    <FigureCard
      title={t('reach')}
      lines={lines}
      scale={tripScale}
      stepMs={history.stepMs}
      {...span}
    >
      <p className={cardStyles['foot']}>
        <span className={cardStyles['number']}>
          {t('roundTrip')} <b>{roundTripMs === null ? '–' : tripScale.write(roundTripMs)}</b>
        </span>
        {clockOffMs !== null && <span>{clockText(clockOffMs, t)}</span>}
        <span>
          {cutsOfDay === 0 || lastCutAt === null
            ? t('cutsNone')
            : t('cuts', { count: cutsOfDay, time: formatWithZone(lastCutAt) })}
        </span>
      </p>
    </FigureCard>
  );
}

type Gpu = HostHistory['gpus'][number];

function GpuCard({ gpu, stepMs, span }: { gpu: Gpu; stepMs: number; span: Span }): ReactNode {
  const { t } = useTranslation('cluster');
  const { index, name, used, memoryBytes, memoryUsedBytes, temperature } = gpu;
  const { points, memoryPoints } = gpu;
  const lines = useMemo(
    () => [
      { name: t('gpuUse'), color: 'chartCpu' as const, points },
      { name: t('gpuMemory'), color: 'chartMemory' as const, points: memoryPoints },
    ],
    [t, points, memoryPoints],
  );
  return (
    <FigureCard
      title={t('gpu', { index, name })}
      lines={lines}
      scale={percentScale}
      stepMs={stepMs}
      {...span}
    >
      <p className={cardStyles['foot']}>
        <span className={cardStyles['number']}>
          <i className={cardStyles['cpu']} aria-hidden />
          {t('gpuUse')} <b>{used === null ? '–' : `${used.toFixed(0)}%`}</b>
        </span>
        <span className={cardStyles['number']}>
          <i className={cardStyles['memory']} aria-hidden />
          {t('gpuMemory')}{' '}
          <b>
            {t('diskUsed', { used: formatSize(memoryUsedBytes), size: formatSize(memoryBytes) })}
          </b>
        </span>
        {temperature !== null && <span>{t('degrees', { value: temperature })}</span>}
      </p>
    </FigureCard>
  );
}

/** Load, network, disks, graphics processors and reach of a host over a span of time; an agent of an earlier version tells none. */
export function HostFiguresCards({
  history,
  span,
}: {
  history: HostHistory;
  span: Span;
}): ReactNode {
  const { t } = useTranslation('cluster');
  usePlatformZone();
  const { heardAt } = history;
  if (heardAt === null) {
    return <p className={`card ${styles['none']}`}>{t('figuresNone')}</p>;
  }
  return (
    <>
      <LoadCard history={history} span={span} />
      <NetworkCard history={history} span={span} />
      <DiskCard history={history} span={span} />
      {history.gpus.map((gpu) => (
        <GpuCard key={gpu.index} gpu={gpu} stepMs={history.stepMs} span={span} />
      ))}
      {history.reach && <ReachCard history={history} reach={history.reach} span={span} />}
      <p className={styles['heard']}>{t('figuresHeard', { time: formatWithZone(heardAt) })}</p>
    </>
  );
}
