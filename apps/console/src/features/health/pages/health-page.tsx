import { ReloadOutlined } from '@ant-design/icons';
import { endpoints, type HealthReport } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { openTaskBoard } from '../api/open-task-board.js';
import { HealthCard } from '../components/health-card.js';
import { HealthIcon } from '../components/health-icon.js';
import styles from '../components/health.module.css';
import { worstFirst, worstOf } from '../health-state.js';

/** No event says that the platform is in another state; a page in view looks this often. */
const lookMs = 15_000;

/** How the platform is, for administrators: a verdict, and each part with what to do. */
export function HealthPage(): ReactNode {
  const { t } = useTranslation(['health', 'common']);
  const report = useQuery({
    ...queryOptionsOf(endpoints.health.report, {}),
    refetchInterval: lookMs,
    staleTime: 0,
  });
  const board = useAction(openTaskBoard);
  return (
    <>
      <PageHeader title={t('title')}>
        <Button
          icon={<ReloadOutlined />}
          loading={report.isFetching && !report.isPending}
          aria-label={t('common:reload')}
          onClick={() => void report.refetch()}
        />
        <Button loading={board.isBusy} onClick={() => void board.act(undefined)}>
          {t('openBoard')}
        </Button>
      </PageHeader>
      <PageState query={report}>
        {({ time, checks }) => (
          <>
            <Verdict time={time} checks={checks} />
            <div className={styles['grid']}>
              {worstFirst(checks).map((check) => (
                <HealthCard key={check.name} check={check} />
              ))}
            </div>
          </>
        )}
      </PageState>
    </>
  );
}

/** The worst that there is, and of how many parts. */
function Verdict({ time, checks }: HealthReport): ReactNode {
  const { t } = useTranslation('health');
  const state = worstOf(checks);
  const count = checks.filter((check) => check.state === state).length;
  return (
    <section className={`card ${styles['verdict']}`} role="status" aria-label={t('verdict')}>
      <HealthIcon state={state} />
      <p>{state === 'ok' ? t('allWell') : t(`${state}Parts`, { count })}</p>
      <span className={styles['soft']}>
        {t('lookedAt')} <RelativeTime time={time} />
      </span>
    </section>
  );
}
