import { CloudServerOutlined } from '@ant-design/icons';
import { endpoints, type ComputeNode } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { NodeListPage } from '../components/node-list-page.js';
import { computeKind } from '../node-kind.js';

/** Whether an online node takes jobs, and why not. */
function JobsState({ node }: { node: ComputeNode }): ReactNode {
  const { t } = useTranslation('nodes');
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

/** Takes a node out of service for maintenance, or returns it; not what only an enrolment brings back. */
function HoldAction({ node }: { node: ComputeNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const name = node.calculationName;
  const holding = useAction(endpoints.calculations.hold, {
    invalidates: computeKind.shownBy,
    done: (_, { isHeld }) => t(isHeld ? 'heldNow' : 'releasedNow'),
  });
  if (node.agent.clonedHosts.length > 0) {
    return null;
  }
  return (
    <Button
      type="link"
      size="small"
      loading={holding.isBusy}
      aria-label={t(node.isHeld ? 'releaseNamed' : 'holdNamed', { name })}
      onClick={() => void holding.act({ id: node.id, isHeld: !node.isHeld })}
    >
      {t(node.isHeld ? 'release' : 'hold')}
    </Button>
  );
}

/** Those that take no jobs first; null where nobody knows. */
const jobsRank = ({ agent, drainedReason, acceptsJobs, isHeld }: ComputeNode): number | null =>
  agent.state !== 'connected' && !isHeld ? null : drainedReason !== null ? 0 : acceptsJobs ? 2 : 1;

/** Compute nodes with their addresses, queues and agents (spec part 2 §2, /calculateDot). */
export function ComputeListPage(): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <NodeListPage
      kind={computeKind}
      icon={<CloudServerOutlined />}
      deleteHint={({ queues }) =>
        queues.length > 0
          ? t('deleteHostQueues', { queues: formatList(queues) })
          : t('deleteHostHint')
      }
      actionsOf={(node) => <HoldAction node={node} />}
      columns={[
        {
          id: 'jobs',
          title: t('jobs'),
          priority: 2,
          isWhole: true,
          sortBy: jobsRank,
          cell: (node) => (jobsRank(node) === null ? '–' : <JobsState node={node} />),
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
          id: 'cpuUsed',
          title: t('cpuUsed'),
          align: 'end',
          priority: 3,
          sortBy: ({ cpuUsed }) => cpuUsed,
          cell: ({ cpuUsed }) => (cpuUsed === null ? '–' : `${String(Math.round(cpuUsed))}%`),
        },
        {
          id: 'queues',
          title: t('queues'),
          priority: 3,
          cell: ({ queues }) =>
            queues.length > 0 ? <span title={formatList(queues)}>{formatList(queues)}</span> : '–',
        },
      ]}
    />
  );
}
