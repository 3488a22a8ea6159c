import { DesktopOutlined } from '@ant-design/icons';
import type { AlertRules, MonitorRecord } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { alertRulesQuery, badReachQuery } from '../api/cluster-queries.js';
import { monitorData, stepOf } from '../api/monitor-data.js';
import { AlertRulesContext } from '../components/chart-span.js';
import styles from '../components/host-card.module.css';
import { BadReachContext } from '../components/reach-text.js';
import { HostGrid, HostGridSkeleton } from '../components/host-grid.js';
import { MonitorChoices } from '../components/monitor-choices.js';
import { HostPage } from '../host-page/host-page.js';
import type { HostWorkParts } from '../host-page/host-work.js';
import { AlertRulesLine } from '../overview/alert-rules-line.js';
import { ClusterOverview } from '../overview/cluster-overview.js';
import { type HostState, hostsOf, stateOf, useMonitorView } from '../monitor-view.js';

/** How many hosts are there, and how many of them are shown. */
function HostCounts({ hosts, shown }: { hosts: readonly MonitorRecord[]; shown: number }) {
  const { t } = useTranslation('cluster');
  const countOf = (state: HostState): number =>
    hosts.filter((host) => stateOf(host) === state).length;
  const [offline, waiting] = [countOf('offline'), countOf('waiting')];
  return (
    <span className={styles['counts']} role="status">
      {offline > 0 && <StatusTag state="bad">{t('offlineCount', { count: offline })}</StatusTag>}
      {waiting > 0 && (
        <StatusTag state="waiting">{t('waitingCount', { count: waiting })}</StatusTag>
      )}
      {shown < hosts.length && (
        <StatusTag state="quiet">{t('shownOf', { shown, count: hosts.length })}</StatusTag>
      )}
    </span>
  );
}

/** Every host's processors and memory over time, live (spec part 2 §2, Platform monitoring); `?host=`: all of one host. */
export function MonitoringPage(parts: HostWorkParts): ReactNode {
  const [address] = useSearchParams();
  const nodeId = address.get('host');
  const rules = useQuery(alertRulesQuery());
  const reach = useQuery(badReachQuery());
  return (
    <AlertRulesContext value={rules.data}>
      <BadReachContext value={reach.data}>
        <FailureNote query={reach} />
        {nodeId === null ? <AllHosts rules={rules} /> : <HostPage nodeId={nodeId} {...parts} />}
      </BadReachContext>
    </AlertRulesContext>
  );
}

function AllHosts({ rules }: { rules: UseQueryResult<AlertRules> }): ReactNode {
  const { t } = useTranslation('cluster');
  const [view, change] = useMonitorView();
  const query = useQuery(monitorData(view.range));
  const hosts = query.data;
  useWatch({ topic: 'hosts' });
  useWatch({ topic: 'monitoring' });
  const shown = hosts ? hostsOf(hosts, view) : [];

  return (
    <>
      <PageHeader
        title={hosts ? t('hosts', { count: hosts.length }) : t('title')}
        extra={<MonitorChoices view={view} onChange={change} />}
      >
        {hosts && hosts.length > 0 && <HostCounts hosts={hosts} shown={shown.length} />}
      </PageHeader>
      {hosts && hosts.length > 0 && (
        <>
          <ClusterOverview hosts={hosts} view={view} onChange={change} />
          {rules.data && <AlertRulesLine rules={rules.data} />}
          <FailureNote query={rules} />
        </>
      )}
      <PageState query={query} skeleton={<HostGridSkeleton />}>
        {(all) =>
          shown.length > 0 ? (
            <HostGrid
              hosts={shown}
              sort={view.sort}
              range={view.range}
              stepMs={stepOf(view.range, all.length)}
              choice={`${view.state} ${view.search}`}
            />
          ) : (
            <div className="card">
              {all.length === 0 ? (
                <EmptyState
                  icon={<DesktopOutlined />}
                  title={t('emptyTitle')}
                  hint={t('emptyHint')}
                />
              ) : (
                <EmptyState
                  icon={<DesktopOutlined />}
                  title={t('noMatchTitle')}
                  hint={t('noMatchHint')}
                  action={
                    <Button onClick={() => change({ state: 'all', search: '' })}>
                      {t('showAll')}
                    </Button>
                  }
                />
              )}
            </div>
          )
        }
      </PageState>
    </>
  );
}
