import type { QueueLoad, QueueOption } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { QueueLoadText } from '../components/queue-load-text.js';
import styles from './queues.module.css';

type QueueNode = QueueOption['calculations'][number];

/** So many are shown as they are; a longer list is scrolled, by keys too. */
const nodesInView = 8;

/** Why a node gets no jobs of the queue; nothing when it gets them. */
function NodeNote({ node }: { node: QueueNode }): ReactNode {
  const { t } = useTranslation('jobs');
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

/** Whether jobs of the queue lack the outside because of its nodes, not because the queue says so. */
const lacksOutside = ({ network, networkChoice, calculations }: QueueOption): boolean =>
  network === 'outside'
    ? calculations.some(({ online, givesNetwork }) => online && !givesNetwork)
    : networkChoice === 'automatic' && calculations.length > 0;

/** One queue: its nodes, how busy it is, what it gives its jobs. */
export function QueueCard({
  queue,
  load,
}: {
  queue: QueueOption;
  load: QueueLoad | undefined;
}): ReactNode {
  const { t } = useTranslation('jobs');
  const network = t(`network_${queue.network}`);
  const nodes = queue.calculations.map((node) => (
    <li key={node.id}>
      <span className={styles['node']}>{node.calculationName}</span>{' '}
      <span className={styles['soft']}>{t('cores', { count: node.cpus })}</span>{' '}
      <NodeNote node={node} />
    </li>
  ));
  return (
    <article className={`card ${styles['card']}`} aria-label={queue.queueName}>
      <header className={styles['head']}>
        <h2 className={styles['name']} title={queue.queueName}>
          {queue.queueName}
        </h2>
        <StatusTag state={queue.network === 'outside' ? 'running' : 'quiet'}>
          {queue.networkChoice === 'automatic' ? t('networkByItself', { network }) : network}
        </StatusTag>
      </header>
      <p className={styles['soft']}>
        {load ? <QueueLoadText load={load} nodes={queue.calculations} /> : ' '}
      </p>
      {lacksOutside(queue) && <p className={styles['cure']}>{t('outsideCure')}</p>}
      <DetailList
        details={[
          {
            label: t('queueNodes'),
            value:
              nodes.length > 0 ? (
                <ul
                  className={styles['nodes']}
                  tabIndex={nodes.length > nodesInView ? 0 : undefined}
                >
                  {nodes}
                </ul>
              ) : (
                t('queueNoNodes')
              ),
          },
          { label: t('defaultLimit'), value: formatDuration(queue.defaultMinutes * 60_000) },
          { label: t('longestLimit'), value: formatDuration(queue.maxMinutes * 60_000) },
        ]}
      />
      <footer className={styles['foot']}>
        <LinkButton
          to={paths.queue(queue.id)}
          aria-label={t('editNamed', { name: queue.queueName })}
        >
          {t('edit')}
        </LinkButton>
      </footer>
    </article>
  );
}
