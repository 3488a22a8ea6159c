import type { QueueOption } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './queues.module.css';

type QueueNode = QueueOption['calculations'][number];

/** So many are shown as they are; a longer list is scrolled, by keys too. */
const nodesInView = 8;

/** Why a node gets no jobs of the queue; nothing when it gets them. */
function NodeNote({ node }: { node: QueueNode }): ReactNode {
  const { t } = useTranslation('queues');
  if (!node.online) {
    return <StatusTag state="bad">{t('nodeOffline')}</StatusTag>;
  }
  if (node.drainedReason !== null) {
    return (
      <>
        <StatusTag state="bad">{t('nodeDrained')}</StatusTag>
        <span className={styles['why']}>{node.drainedReason}</span>
      </>
    );
  }
  if (!node.acceptsJobs) {
    return <StatusTag state="waiting">{t('nodeTakesNone')}</StatusTag>;
  }
  return node.givesNetwork ? null : <StatusTag state="waiting">{t('nodeLacksNetwork')}</StatusTag>;
}

/** The nodes of a queue: address and CPUs of each, and why one gets no jobs. */
export function QueueNodes({ queue }: { queue: QueueOption }): ReactNode {
  const { t } = useTranslation('queues');
  const { calculations, lanIp } = queue;
  if (calculations.length === 0) {
    return t('noNodes');
  }
  const all = lanIp.split(',');
  // In the order of the nodes; one without an address would move those after it.
  const addresses = all.length === calculations.length ? all : [];
  return (
    <ul className={styles['nodes']} tabIndex={calculations.length > nodesInView ? 0 : undefined}>
      {calculations.map((node, index) => (
        <li key={node.id}>
          <span className={styles['node']}>{node.calculationName}</span>{' '}
          <span className={styles['soft']}>
            {[addresses[index], t('cores', { count: node.cpus })].filter(Boolean).join(' · ')}
          </span>{' '}
          <NodeNote node={node} />
        </li>
      ))}
    </ul>
  );
}
