import type { MonitorRecord } from '@clusterdesk/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLive, ranges, type RangeName } from '../api/monitor-data.js';
import { useHostOrder, type SortName } from '../host-order.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { ChartSpanContext, FiguresOfNowContext } from './chart-span.js';
import styles from './host-card.module.css';
import { HostRows } from './host-rows.js';

interface HostGridProps {
  hosts: readonly MonitorRecord[];
  sort: SortName;
  range: RangeName;
  /** How far apart their points are. */
  stepMs: number;
  /** What else decides which hosts these are: when it changes they are ordered anew. */
  choice: string;
}

/** The cards of all hosts, all over the same span of time. */
export function HostGrid({ hosts, sort, range, stepMs, choice }: HostGridProps): ReactNode {
  const [isHeld, setIsHeld] = useState(false);
  const isNow = isLive(range);
  const order = useHostOrder(hosts, { sort, isLive: isNow, key: `${range} ${choice}` }, isHeld);
  const byId = new Map(hosts.map((host) => [host.nodeId, host]));
  const shown = order.flatMap((nodeId) => byId.get(nodeId) ?? []);
  const newest = Math.max(...hosts.map((host) => host.cpus.at(-1)?.time ?? 0));
  // Hosts' clocks may run ahead of the server's.
  const to = Math.max(newest, serverClock.now());
  return (
    <ChartSpanContext value={{ from: to - ranges[range], to, stepMs }}>
      <div onPointerEnter={() => setIsHeld(true)} onPointerLeave={() => setIsHeld(false)}>
        <FiguresOfNowContext value={isNow}>
          <HostRows hosts={shown} />
        </FiguresOfNowContext>
      </div>
    </ChartSpanContext>
  );
}

/** The page's shape while it is loading. */
export function HostGridSkeleton(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={styles['grid']} role="status" aria-label={t('loading')}>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={`card ${styles['skeleton']}`} aria-hidden />
      ))}
    </div>
  );
}
