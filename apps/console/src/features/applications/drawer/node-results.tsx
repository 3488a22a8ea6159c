import { limits, type ApplicationNode, type HostApplication } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { applicationNodes } from '../application-queries.js';
import { RunState } from '../application-state.js';
import styles from '../applications.module.css';
import { RunOutput } from './run-output.js';
import { keyOf, useNodeOrder } from './use-node-order.js';

function NodeName({ node }: { node: ApplicationNode }): ReactNode {
  const { t } = useTranslation('applications');
  const note = node.nodeId === null ? t('deleted') : node.online ? null : t('offline');
  return (
    <span className={styles['node']}>
      <span title={node.nodeName}>{node.nodeName}</span>
      {note && <span className="soft small">({note})</span>}
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

interface NodeResultsProps {
  application: HostApplication;
  /** The node whose output is shown first; another object each time that a script is sent. */
  started: { nodeId: string } | null;
}

/** How an application stands with each node, and the output of one of them. */
export function NodeResults({ application, started }: NodeResultsProps): ReactNode {
  const { t } = useTranslation('applications');
  const nodes = useQuery(applicationNodes(application));
  const page = usePageState(limits.pageSizes[0]);
  const [chosen, setChosen] = useState<string | null>(null);
  const sorted = useNodeOrder(nodes.data);
  const shown = sorted.find((node) => keyOf(node) === chosen);
  const output = useRef<HTMLDivElement>(null);
  const hasOutput = shown !== undefined && shown.runId !== null;
  useEffect(() => {
    if (started) {
      setChosen(started.nodeId);
    }
  }, [started]);
  // It stands below all nodes; a run that takes its place later moves nothing.
  useEffect(() => {
    // Nothing is returned: in newer browsers it answers with a promise, which React would call as this effect's end.
    void output.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, hasOutput]);
  const button = (node: ApplicationNode): ReactNode =>
    node.nodeId === null || node.runId === null ? null : (
      <RowActions>
        <Button
          type="link"
          size="small"
          aria-label={t('showOutput', { node: node.nodeName })}
          aria-pressed={chosen === node.nodeId}
          onClick={() => setChosen((before) => (before === node.nodeId ? null : node.nodeId))}
        >
          {t('output')}
        </Button>
      </RowActions>
    );
  const columns: Column<ApplicationNode>[] = [
    { id: 'node', title: t('node'), isAlways: true, cell: (node) => <NodeName node={node} /> },
    { id: 'action', title: t('lastRun'), inCard: 'note', cell: (node) => <LastRun node={node} /> },
    { id: 'state', title: t('result'), width: '200px', cell: (node) => <RunState node={node} /> },
    {
      id: 'installed',
      title: t('installed'),
      isOptional: true,
      cell: ({ installedVersion }) => installedVersion ?? t('none'),
    },
    { id: 'output', title: t('output'), align: 'end', isActions: true, cell: button },
  ];
  return (
    <section className={styles['results']}>
      <h2>{t('results')}</h2>
      <PagedList
        label={t('results')}
        columns={columns}
        query={nodes}
        pageOf={() => ({
          rows: sorted.slice(page.pageNum * page.size, (page.pageNum + 1) * page.size),
          total: sorted.length,
        })}
        page={page}
        rowId={keyOf}
        rowName={({ nodeName }) => nodeName}
        rowClassName={(node) => (node === shown ? styles['shown'] : undefined)}
        empty={<EmptyState title={t('noNodes')} hint={t('noNodesHint')} />}
      />
      {shown && shown.nodeId !== null && shown.runId !== null && (
        <div ref={output} className={styles['output']}>
          <h3>{t('outputOf', { node: shown.nodeName })}</h3>
          <RunOutput
            key={shown.runId}
            application={application}
            nodeId={shown.nodeId}
            nodeName={shown.nodeName}
            runId={shown.runId}
            state={shown.state}
          />
        </div>
      )}
    </section>
  );
}
