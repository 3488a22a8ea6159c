import { limits, type ApplicationNode, type HostApplication } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table-types.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { applicationNodes } from './application-queries.js';
import { isAtWork, RunState } from './application-state.js';
import styles from './applications.module.css';
import { RunOutput } from './run-output.js';

/** What needs somebody's eye comes first. */
const rank = (node: ApplicationNode): number =>
  node.state === 'failed' ? 0 : isAtWork(node) ? 1 : 2;

/** A node by its id; one that was deleted by its last run. */
const keyOf = ({ nodeId, runId }: ApplicationNode): string => nodeId ?? runId ?? '';

function NodeName({ node }: { node: ApplicationNode }): ReactNode {
  const { t } = useTranslation('applications');
  const note = node.nodeId === null ? t('deleted') : node.online ? null : t('offline');
  return (
    <span>
      {node.nodeName} {note && <span className="soft small">({note})</span>}
    </span>
  );
}

/** What was done last, and when it began and ended. */
function LastRun({ node }: { node: ApplicationNode }): ReactNode {
  const { t } = useTranslation('applications');
  const at = node.endedAt ?? node.startedAt;
  return node.action === null ? (
    '–'
  ) : (
    <span>
      {t(`action_${node.action}`)}{' '}
      {at !== null && (
        <span className="soft small">
          <RelativeTime time={at} />
        </span>
      )}
    </span>
  );
}

/** How an application stands with each node, and the output of one of them. */
export function NodeResults({ application }: { application: HostApplication }): ReactNode {
  const { t } = useTranslation('applications');
  const nodes = useQuery(applicationNodes(application));
  const page = usePageState(limits.pageSizes[0]);
  const [chosen, setChosen] = useState<string | null>(null);
  const sorted = useMemo(
    () => [...(nodes.data ?? [])].sort((a, b) => rank(a) - rank(b)),
    [nodes.data],
  );
  const shown = sorted.find((node) => keyOf(node) === chosen);
  const button = (node: ApplicationNode): ReactNode =>
    node.nodeId === null || node.runId === null ? null : (
      <Button
        type="link"
        size="small"
        aria-label={t('showOutput', { node: node.nodeName })}
        aria-pressed={chosen === node.nodeId}
        onClick={() => setChosen((before) => (before === node.nodeId ? null : node.nodeId))}
      >
        {t('output')}
      </Button>
    );
  const columns: Column<ApplicationNode>[] = [
    { id: 'node', title: t('node'), isAlways: true, cell: (node) => <NodeName node={node} /> },
    { id: 'action', title: t('lastRun'), cell: (node) => <LastRun node={node} /> },
    { id: 'state', title: t('result'), width: '200px', cell: (node) => <RunState node={node} /> },
    {
      id: 'installed',
      title: t('installed'),
      isOptional: true,
      cell: ({ installedVersion }) => installedVersion ?? t('none'),
    },
    { id: 'output', title: t('output'), align: 'end', isActions: true, cell: button },
  ];
  const card = (node: ApplicationNode): ReactNode => (
    <div className={styles['card']}>
      <NodeName node={node} />
      <LastRun node={node} />
      <RunState node={node} />
      {button(node)}
    </div>
  );
  return (
    <section className={styles['results']}>
      <h2>{t('results')}</h2>
      <PagedList
        label={t('results')}
        columns={columns}
        card={card}
        query={nodes}
        pageOf={() => ({
          rows: sorted.slice(page.pageNum * page.size, (page.pageNum + 1) * page.size),
          total: sorted.length,
        })}
        page={page}
        rowId={keyOf}
        rowName={({ nodeName }) => nodeName}
        empty={<EmptyState title={t('noNodes')} hint={t('noNodesHint')} />}
      />
      {shown && shown.nodeId !== null && shown.runId !== null && (
        <RunOutput
          key={shown.runId}
          application={application}
          nodeId={shown.nodeId}
          nodeName={shown.nodeName}
          runId={shown.runId}
          state={shown.state}
        />
      )}
    </section>
  );
}
