import { DesktopOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { hostHistoryQuery } from '../api/cluster-queries.js';
import { isLive, monitorData, ranges, stepOf } from '../api/monitor-data.js';
import { ChartSpanContext, FiguresOfNowContext } from '../components/chart-span.js';
import { HostCard } from '../components/host-card.js';
import { HostGridSkeleton } from '../components/host-grid.js';
import { RangeChoice } from '../components/monitor-choices.js';
import { hostAddress, useMonitorView } from '../monitor-view.js';
import { HostProcesses } from './host-processes.js';
import { DiskHealthCard } from './disk-health-card.js';
import { HostFiguresCards } from './host-history.js';
import { HostWork, type HostWorkParts } from './host-work.js';
import styles from './host-page.module.css';

/** One host: all that it measures, over time. */
export function HostPage({ nodeId, ...parts }: HostWorkParts & { nodeId: string }): ReactNode {
  const { t } = useTranslation('cluster');
  const [view, change] = useMonitorView();
  const [address] = useSearchParams();
  const { range } = view;
  const hosts = useQuery(monitorData(range));
  const history = useQuery(hostHistoryQuery(nodeId, range));
  useWatch({ topic: 'hosts' });
  useWatch({ topic: 'monitoring' });
  const found = hosts.data?.find((host) => host.nodeId === nodeId);
  const to = Math.max(found?.cpus.at(-1)?.time ?? 0, serverClock.now());
  const span = { from: to - ranges[range], to };
  return (
    <>
      <PageHeader
        title={found?.hostname ?? t('title')}
        extra={<RangeChoice view={view} onChange={change} />}
      >
        <BackLink to={hostAddress(address, null)}>{t('allHosts')}</BackLink>
      </PageHeader>
      <PageState query={hosts} skeleton={<HostGridSkeleton />}>
        {(all) =>
          found ? (
            <ChartSpanContext value={{ ...span, stepMs: stepOf(range, all.length) }}>
              <FiguresOfNowContext value={isLive(range)}>
                <div className={styles['cards']}>
                  <HostCard host={found} />
                  <PageState query={history}>
                    {(told) => (
                      <>
                        <HostFiguresCards history={told} span={span} />
                        <DiskHealthCard told={told.diskHealth} />
                      </>
                    )}
                  </PageState>
                  <HostWork host={found} {...parts} />
                  <HostProcesses key={nodeId} nodeId={nodeId} online={found.online} />
                </div>
              </FiguresOfNowContext>
            </ChartSpanContext>
          ) : (
            <div className="card">
              <EmptyState
                icon={<DesktopOutlined />}
                title={t('hostGoneTitle')}
                hint={t('hostGoneHint')}
              />
            </div>
          )
        }
      </PageState>
    </>
  );
}
