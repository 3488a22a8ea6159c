import { CloudServerOutlined, PlusOutlined } from '@ant-design/icons';
import { endpoints, type ComputeNode } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { useSortedPages } from '../../../shared/ui/table/sorting/use-sorted-pages.js';
import { AgentDialog } from '../components/agent-dialog.js';
import { NodeState, stateRank } from '../components/node-state.js';
import styles from '../components/nodes.module.css';
import { useWatchComputeNodes } from '../node-live.js';
import { computeNodeList, queriesOfComputeNodes } from '../node-queries.js';

const names = ['search', 'sort', 'order'] as const;

/** Whether an online node takes jobs, and why not. */
function JobsState({ node }: { node: ComputeNode }): ReactNode {
  const { t } = useTranslation('nodes');
  if (node.agent.state !== 'connected') {
    return '–';
  }
  if (node.drainedReason !== null) {
    return (
      <span title={node.drainedReason}>
        <StatusTag state="bad">{t('drained')}</StatusTag>
      </span>
    );
  }
  return (
    <StatusTag state={node.acceptsJobs ? 'ok' : 'quiet'}>
      {node.acceptsJobs ? t('takesJobs') : t('takesNoJobs')}
    </StatusTag>
  );
}

/** Those that take no jobs first; null where nobody knows. */
const jobsRank = ({ agent, drainedReason, acceptsJobs }: ComputeNode): number | null =>
  agent.state !== 'connected' ? null : drainedReason !== null ? 0 : acceptsJobs ? 2 : 1;

/** What can be done to one compute node of the list. */
function useRowActions(onAgent: (id: string) => void) {
  const { t } = useTranslation(['nodes', 'common']);
  const confirm = useConfirm();
  const { act } = useAction(endpoints.calculations.remove, {
    invalidates: queriesOfComputeNodes,
    done: t('deleted'),
  });
  return (node: ComputeNode): ReactNode => {
    const name = node.calculationName;
    const remove = async (): Promise<void> => {
      const isSure = await confirm({
        title: t('deleteHostTitle', { name }),
        hint:
          node.queues.length > 0
            ? t('deleteHostQueues', { queues: formatList(node.queues) })
            : t('deleteHostHint'),
        okText: t('delete'),
        isDangerous: true,
      });
      if (isSure) {
        await act({ id: node.id });
      }
    };
    return (
      <RowActions>
        <LinkButton
          type="link"
          size="small"
          to={paths.computeNode(node.id)}
          aria-label={t('editNamed', { name })}
        >
          {t('edit')}
        </LinkButton>
        <Button
          type="link"
          size="small"
          aria-label={t('agentOf', { name })}
          onClick={() => onAgent(node.id)}
        >
          {t('agent')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          aria-label={t('deleteNamed', { name })}
          onClick={() => void remove()}
        >
          {t('delete')}
        </Button>
      </RowActions>
    );
  };
}

/** Compute nodes with their addresses, queues and agents (spec part 2 §2, /calculateDot). */
export function ComputeListPage(): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const navigate = useNavigate();
  const view = useListView(names);
  const { search } = view.filter;
  const narrow = (text: string): void => view.setFilter({ ...view.filter, search: text });
  useWatchComputeNodes();
  const nodes = useQuery({ ...computeNodeList(search), placeholderData: keepPreviousData });
  const [agentId, setAgentId] = useState<string | null>(null);
  const agentNode = nodes.data?.find(({ id }) => id === agentId);
  const actionsOf = useRowActions(setAgentId);
  const columns = useMemo(
    (): Column<ComputeNode>[] => [
      {
        id: 'name',
        title: t('hostName'),
        isAlways: true,
        sortBy: ({ calculationName }) => calculationName,
        cell: ({ calculationName }) => <span title={calculationName}>{calculationName}</span>,
      },
      {
        id: 'state',
        title: t('state'),
        isWhole: true,
        sortBy: stateRank,
        cell: (node) => <NodeState node={node} />,
      },
      {
        id: 'jobs',
        title: t('jobs'),
        priority: 2,
        isWhole: true,
        sortBy: jobsRank,
        cell: (node) => <JobsState node={node} />,
      },
      {
        id: 'lan',
        title: t('lanIp'),
        priority: 2,
        sortBy: ({ lanIp }) => lanIp,
        cell: ({ lanIp }) => lanIp,
      },
      {
        id: 'cpus',
        title: t('cores'),
        align: 'end',
        priority: 2,
        sortBy: ({ cpus }) => cpus,
        cell: ({ cpus }) => cpus ?? '–',
      },
      {
        id: 'queues',
        title: t('queues'),
        priority: 3,
        cell: ({ queues }) => (
          <span className={styles['names']} title={formatList(queues)}>
            {formatList(queues) || '–'}
          </span>
        ),
      },
      {
        id: 'description',
        title: t('description'),
        priority: 3,
        cell: ({ calculationDescribe }) => (
          <span className={styles['names']} title={calculationDescribe}>
            {calculationDescribe}
          </span>
        ),
      },
      { id: 'actions', title: t('common:actions'), align: 'end', isActions: true, cell: actionsOf },
    ],
    [t, actionsOf],
  );
  const pages = useSortedPages('computeNodes', columns, view);
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newComputeNode}>
      {t('addHost')}
    </LinkButton>
  );
  const card = (node: ComputeNode): ReactNode => (
    <>
      <div className={styles['cardHead']}>
        <span>{node.calculationName}</span>
        <NodeState node={node} />
      </div>
      <DetailList
        details={[
          { label: t('lanIp'), value: node.lanIp },
          { label: t('jobs'), value: <JobsState node={node} /> },
          { label: t('cores'), value: node.cpus ?? '–' },
          { label: t('queues'), value: formatList(node.queues) || '–' },
          node.calculationDescribe && { label: t('description'), value: node.calculationDescribe },
        ]}
      />
      {actionsOf(node)}
    </>
  );
  return (
    <>
      <PageHeader extra={<SearchBox value={search} label={t('searchNodes')} onSearch={narrow} />}>
        {add}
      </PageHeader>
      <PagedList
        name="computeNodes"
        label={t('hosts')}
        columns={columns}
        card={card}
        query={nodes}
        {...pages}
        page={view}
        rowId={({ id }) => id}
        rowName={({ calculationName }) => calculationName}
        onOpen={({ id }) => void navigate(paths.computeNode(id))}
        noMatch={
          search
            ? {
                title: t('noMatch'),
                hint: t('noMatchHint'),
                onClear: () => narrow(''),
              }
            : null
        }
        empty={
          <EmptyState
            icon={<CloudServerOutlined />}
            title={t('noHosts')}
            hint={t('noHostsHint')}
            action={add}
          />
        }
      />
      {agentNode && (
        <AgentDialog
          node={agentNode}
          name={agentNode.calculationName}
          enrol={endpoints.calculations.enrol}
          revoke={endpoints.calculations.revoke}
          invalidates={queriesOfComputeNodes}
          onClose={() => setAgentId(null)}
        />
      )}
    </>
  );
}
