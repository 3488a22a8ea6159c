import type { NodeAlert } from '@clusterdesk/contracts';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { formatWithZone } from '../../../shared/lib/time/format-time.js';
import { usePlatformZone } from '../../../shared/lib/time/platform-zone.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './host-card.module.css';

/** The alerts of a host that last, each a tag; since when, on hover or focus. */
export function HostAlerts({ alerts }: { alerts: readonly NodeAlert[] }): ReactNode {
  const { t } = useTranslation('cluster');
  usePlatformZone();
  return alerts.map(({ kind, since, value, disks = [] }) => {
    const time = formatWithZone(since);
    const hint =
      value !== null
        ? t('alertSinceMean', { time, value: Math.round(value) })
        : disks.length > 0
          ? t('alertSinceDisks', { time, disks: formatList(disks) })
          : t('alertSince', { time });
    return (
      // A finger and the keyboard have no hovering: both give the focus.
      <Tooltip key={kind} title={hint} trigger={['hover', 'focus']}>
        <span tabIndex={0} className={styles['note']}>
          <StatusTag state="bad">{t(`alert_${kind}`)}</StatusTag>
          <span className="visually-hidden">{hint}</span>
        </span>
      </Tooltip>
    );
  });
}
