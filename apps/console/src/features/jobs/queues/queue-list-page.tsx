import { BarsOutlined, PlusOutlined } from '@ant-design/icons';
import type { QueueOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { queueList, queueLoads } from '../api/job-queries.js';
import { useWatchQueues } from '../job-live.js';
import { QueueCard } from './queue-card.js';
import { useDeleteQueue } from './use-delete-queue.js';
import styles from './queues.module.css';

/**
 * Whether they were listed for somebody who manages queues. A menu that somebody made may lead others here, who are told no addresses
 * of nodes; what they would send the server refuses.
 */
const isForManager = (queues: readonly QueueOption[]): boolean =>
  !queues.some(({ calculations, lanIp }) => calculations.length > 0 && lanIp === '');

/** Every queue with its nodes, who may submit and what it gives its jobs (spec part 2 §2, Queue list). */
export function QueueListPage(): ReactNode {
  const { t } = useTranslation(['queues', 'common']);
  const query = useQuery(queueList());
  const queues = query.data;
  const loads = useQuery(queueLoads());
  useWatchQueues();
  const remove = useDeleteQueue();
  const isManager = queues !== undefined && isForManager(queues);
  const add = isManager && (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newQueue}>
      {t('addQueue')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={queues ? t('count', { count: queues.length }) : t('title')}>
        {add}
      </PageHeader>
      <PageState
        query={query}
        skeleton={
          <div className={styles['grid']} role="status" aria-label={t('common:loading')}>
            {['a', 'b'].map((key) => (
              <div key={key} className={`card ${styles['card']}`} aria-hidden>
                <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 4 }} />
              </div>
            ))}
          </div>
        }
      >
        {(shown) =>
          shown.length > 0 ? (
            <>
              <FailureNote query={loads} what={t('loadsNotLoaded')} />
              <div className={styles['grid']}>
                {shown.map((queue) => (
                  <QueueCard
                    key={queue.id}
                    queue={queue}
                    load={loads.data?.find(({ queueName }) => queueName === queue.queueName)}
                    onDelete={isManager ? () => void remove(queue) : undefined}
                  />
                ))}
              </div>
            </>
          ) : (
            <div className="card">
              <EmptyState
                icon={<BarsOutlined />}
                title={t('emptyTitle')}
                hint={t('emptyHint')}
                action={add}
              />
            </div>
          )
        }
      </PageState>
    </>
  );
}
