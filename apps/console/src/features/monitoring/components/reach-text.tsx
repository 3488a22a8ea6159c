import { badReach, type BadlyReached } from '@clusterdesk/contracts';
import { Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { createContext, use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './host-card.module.css';

/** What the way to the server and back took. */
export const formatTrip = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

/** Whether a host's clock is right, and how far it is ahead or behind otherwise. */
export function clockText(offMs: number, t: TFunction<'cluster'>): string {
  const span = formatDuration(Math.abs(offMs));
  if (Math.abs(offMs) < 1_000) {
    return t('clockRight');
  }
  return offMs > 0 ? t('clockAhead', { span }) : t('clockBehind', { span });
}

/** Hosts that reach the server badly; undefined while it is not known. */
export const BadReachContext = createContext<BadlyReached | undefined>(undefined);

/** That a host reaches the server badly; nothing where it reaches it well. */
export function ReachNote({ nodeId }: { nodeId: string }): ReactNode {
  const { t } = useTranslation('cluster');
  const bad = use(BadReachContext)?.find((host) => host.nodeId === nodeId);
  if (!bad) {
    return null;
  }
  const { roundTripMs, clockOffMs } = bad;
  const isFar = roundTripMs !== null && roundTripMs > badReach.roundTripMs;
  const hint = isFar
    ? t('reachFarHint', { trip: formatTrip(roundTripMs) })
    : t('reachClockHint', { clock: clockText(clockOffMs ?? 0, t) });
  return (
    // A finger and the keyboard have no hovering: both give the focus.
    <Tooltip title={hint} trigger={['hover', 'focus']}>
      <span tabIndex={0} className={styles['note']}>
        <StatusTag state="waiting">{t(isFar ? 'reachFar' : 'reachClock')}</StatusTag>
        <span className="visually-hidden">{hint}</span>
      </span>
    </Tooltip>
  );
}
