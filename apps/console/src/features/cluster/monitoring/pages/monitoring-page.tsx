import { DesktopOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useWatch } from '../../../../shared/live/live-provider.js';
import { EmptyState } from '../../../../shared/ui/feedback/empty-state.js';
import { ErrorState } from '../../../../shared/ui/feedback/error-state.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { StatusTag } from '../../../../shared/ui/feedback/status-tag.js';
import { monitorData, rangeNames, type RangeName } from '../api/monitor-data.js';
import styles from '../components/host-card.module.css';
import { HostGrid, HostGridSkeleton } from '../components/host-grid.js';
import { sortNames, type SortName } from '../host-order.js';

const oneOf = <Name extends string>(names: readonly Name[], asked: string | null, other: Name) =>
  names.find((name) => name === asked) ?? other;

/** Every host's processors and memory over time, live (spec part 2 §2, Platform monitoring). */
export function MonitoringPage(): ReactNode {
  const { t } = useTranslation('cluster');
  const [search, setSearch] = useSearchParams();
  const range = oneOf<RangeName>(rangeNames, search.get('range'), '1h');
  const sort = oneOf<SortName>(sortNames, search.get('sort'), 'name');
  const { data: hosts, error, refetch } = useQuery(monitorData(range));
  useWatch({ topic: 'monitoring' });

  const choose = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const online = hosts?.filter((host) => host.online).length ?? 0;

  return (
    <>
      <PageHeader
        title={hosts ? t('hosts', { count: hosts.length }) : t('title')}
        extra={
          <>
            <Select
              aria-label={t('sort')}
              value={sort}
              onChange={(value) => choose('sort', value)}
              options={[
                { value: 'name', label: t('sortByName') },
                { value: 'load', label: t('sortByLoad') },
              ]}
              popupMatchSelectWidth={false}
            />
            <Select
              aria-label={t('range')}
              value={range}
              onChange={(value) => choose('range', value)}
              options={rangeNames.map((value) => ({ value, label: t(`range_${value}`) }))}
              popupMatchSelectWidth={false}
            />
          </>
        }
      >
        {hosts && hosts.length > 0 && (
          <span className={styles['counts']} role="status">
            <StatusTag state="ok">{t('onlineCount', { count: online })}</StatusTag>
            {online < hosts.length && (
              <StatusTag state="bad">
                {t('offlineCount', { count: hosts.length - online })}
              </StatusTag>
            )}
          </span>
        )}
      </PageHeader>
      {hosts ? (
        hosts.length > 0 ? (
          <HostGrid hosts={hosts} sort={sort} range={range} />
        ) : (
          <div className="card">
            <EmptyState icon={<DesktopOutlined />} title={t('emptyTitle')} hint={t('emptyHint')} />
          </div>
        )
      ) : error ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <HostGridSkeleton />
      )}
    </>
  );
}
