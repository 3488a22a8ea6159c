import type { WorkbenchFigures } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatSize, nearlyFullPercent, percentOf } from '../../../shared/lib/format/format.js';
import { paths } from '../../../shared/paths.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { OwnDesktops, useOwnDesktops } from './own-desktops.js';
import { CardState, WorkbenchCard } from './workbench-card.js';
import styles from './cards.module.css';

/** How much of the user's storage is used, and what is left of the quota. */
function Storage({ disk }: { disk: NonNullable<WorkbenchFigures['disk']> }): ReactNode {
  const { t } = useTranslation('workbench');
  const { usedBytes, quotaBytes } = disk;
  const percent =
    usedBytes === null || quotaBytes === null ? null : percentOf(usedBytes, quotaBytes);
  return (
    <div className={styles['storage']}>
      <div className={styles['fact']}>
        <Link to={paths.trash} title={t('toTrash')}>
          {t('storage')}
        </Link>
        <b>
          {usedBytes === null ? t('measuring') : formatSize(usedBytes)}
          {quotaBytes !== null && <small> / {formatSize(quotaBytes)}</small>}
        </b>
      </div>
      {percent !== null && (
        <div
          className={styles['meter']}
          role="meter"
          aria-label={t('storage')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          data-full={percent >= nearlyFullPercent || undefined}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
      <p className="soft small">
        {quotaBytes === null
          ? t('noQuota')
          : t('left', { size: formatSize(Math.max(0, quotaBytes - (usedBytes ?? 0))) })}
      </p>
    </div>
  );
}

/** How many hosts are there, and whether one that the user keeps is in trouble. */
function Hosts({ hosts }: { hosts: NonNullable<WorkbenchFigures['hosts']> }): ReactNode {
  const { t } = useTranslation('workbench');
  const { online, total, troubled } = hosts;
  const isAway = troubled === null ? online < total : troubled > 0;
  return (
    <div className={styles['fact']}>
      <Link to={paths.monitoring}>{t('hosts')}</Link>
      <StatusTag state={total === 0 ? 'quiet' : isAway ? 'bad' : 'ok'}>
        {t('factHosts', { online, total })}
      </StatusTag>
    </div>
  );
}

/** How what the user works with is doing: storage, hosts, the own desktops. */
export function StateCard({ query }: { query: UseQueryResult<WorkbenchFigures> }): ReactNode {
  const { t } = useTranslation('workbench');
  const desktops = useOwnDesktops();
  const hasNoDesktop = desktops.data?.length === 0;
  return (
    <WorkbenchCard title={t('state')}>
      <CardState query={query}>
        {({ disk, hosts }) => (
          <>
            {disk && <Storage disk={disk} />}
            {hosts && <Hosts hosts={hosts} />}
            {!disk && !hosts && hasNoDesktop && <p className={styles['none']}>{t('noState')}</p>}
          </>
        )}
      </CardState>
      <OwnDesktops query={desktops} />
    </WorkbenchCard>
  );
}
