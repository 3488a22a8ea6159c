import { PartitionOutlined, RedoOutlined } from '@ant-design/icons';
import { endpoints, withFollowers } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { queriesOfJobs } from '../api/job-queries.js';
import { useOwnName } from '../api/use-own-name.js';
import { isOpen } from '../components/job-status.js';
import { useWatchJobs } from '../job-live.js';
import { GraphDrawing } from './graph-drawing.js';
import { GraphNode } from './graph-node.js';
import { graphDetail, queriesOfGraphs, type GraphStep, type JobGraph } from './graph-queries.js';
import { GraphStatus } from './graph-status.js';
import styles from './graphs.module.css';

const RerunDialog = lazyComponent(async () => (await import('./rerun-dialog.js')).RerunDialog);

const isStepOpen = ({ job }: GraphStep): boolean => job !== null && isOpen(job);

/** The steps that run again with these, first ones first; null: one of them is open, or not kept. */
function repeatedWith(steps: readonly GraphStep[], from: readonly string[]): string[] | null {
  const keys = withFollowers(steps, from);
  const again = steps.filter(({ key }) => keys.has(key));
  return again.some((step) => step.job === null || isStepOpen(step)) ? null : [...keys];
}

function Graph({ graph, isOthers }: { graph: JobGraph; isOthers: boolean }): ReactNode {
  const { t } = useTranslation('graphs');
  const confirm = useConfirm();
  const [rerunFrom, setRerunFrom] = useState<{
    key: string;
    jobId: string;
    again: string[];
  } | null>(null);
  const invalidates = [...queriesOfGraphs, ...queriesOfJobs];
  const stopping = useAction(endpoints.jobs.graphStop, { invalidates, done: t('stopSent') });
  const rerun = useAction(endpoints.jobs.graphRerun, { invalidates, done: t('rerunDone') });
  const { graphId, graphName, steps } = graph;
  const unsuccessful = steps.filter(({ job }) => job?.status !== 'COMPLETED');
  const failedAgain = repeatedWith(
    steps,
    unsuccessful.map(({ key }) => key),
  );

  const stop = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('stopTitle', { name: graphName }),
      hint: t('stopHint'),
      okText: t('stop'),
      isDangerous: true,
    });
    if (isSure) {
      await stopping.act({ graphId });
    }
  };
  const rerunFailed = async (keys: string[]): Promise<void> => {
    const isSure = await confirm({
      title: t('rerunFailed'),
      hint: t('rerunHint', { keys: formatList(keys) }),
      okText: t('rerun'),
    });
    if (isSure) {
      await rerun.act({ graphId, from: keys });
    }
  };
  return (
    <section className={`card ${styles['graph']}`} aria-label={graphName}>
      <header className={styles['head']}>
        <PageHeading className={styles['name']} title={graphName}>
          {graphName}
        </PageHeading>
        <GraphStatus graph={graph} />
      </header>
      <p className={styles['facts']}>
        <span>{t('stepsDone', { done: graph.counts.COMPLETED ?? 0, total: graph.stepCount })}</span>
        <TimeText time={graph.createTime} />
        {isOthers && <span>{graph.loginName}</span>}
      </p>
      <div className={styles['actions']}>
        {steps.some(isStepOpen) && (
          <Button danger loading={stopping.isBusy} onClick={() => void stop()}>
            {t('stop')}
          </Button>
        )}
        {!isOthers && unsuccessful.length > 0 && failedAgain && (
          <Button
            icon={<RedoOutlined />}
            loading={rerun.isBusy}
            onClick={() => void rerunFailed(failedAgain)}
          >
            {t('rerunFailed')}
          </Button>
        )}
      </div>
      <GraphDrawing label={t('steps')} steps={steps}>
        {(step) => {
          const { key, job } = step;
          const again = isOthers ? null : repeatedWith(steps, [key]);
          const open = again && job && (() => setRerunFrom({ key, jobId: job.jobId, again }));
          return <GraphNode step={step} onRerun={open ?? undefined} />;
        }}
      </GraphDrawing>
      {rerunFrom && (
        <RerunDialog
          graphId={graphId}
          from={rerunFrom.key}
          jobId={rerunFrom.jobId}
          again={rerunFrom.again}
          onClose={() => setRerunFrom(null)}
          onMissing={() => setRerunFrom(null)}
        />
      )}
    </section>
  );
}

/** One graph: its steps as they are now, and what can be done with them. */
export function GraphPage({ graphId }: { graphId: string }): ReactNode {
  const { t } = useTranslation('graphs');
  const query = useQuery(graphDetail(graphId));
  useTitlePart('thing', query.data?.graphName);
  const ownName = useOwnName();
  useWatchJobs();
  return (
    <>
      <PageHeader>
        <BackLink to={paths.graphs}>{t('title')}</BackLink>
      </PageHeader>
      <PageState
        query={query}
        gone={
          <EmptyState
            icon={<PartitionOutlined />}
            title={t('gone')}
            hint={t('goneHint')}
            action={<LinkButton to={paths.graphs}>{t('toList')}</LinkButton>}
          />
        }
      >
        {(graph) => <Graph graph={graph} isOthers={graph.loginName !== ownName} />}
      </PageState>
    </>
  );
}
