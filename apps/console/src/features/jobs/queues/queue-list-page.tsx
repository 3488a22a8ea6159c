import { BarsOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { queueList, queueLoads } from '../api/job-queries.js';
import { useWatchQueues } from '../job-live.js';
import { QueueCard } from './queue-card.js';
import styles from './queues.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

/** Every queue with its nodes and what it gives its jobs (spec part 2 §2, Queue list). */
export function QueueListPage(): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const query = useQuery(queueList());
  const queues = query.data;
  const loads = useQuery(queueLoads());
  useWatchQueues();
  return (
    <>
      <PageHeader title={queues ? t('queueCount', { count: queues.length }) : t('queues')} />
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
                  />
                ))}
              </div>
            </>
          ) : (
            <div className="card">
              <EmptyState
                icon={<BarsOutlined />}
                title={t('queuesEmptyTitle')}
                hint={t('queuesEmptyHint')}
              />
            </div>
          )
        }
      </PageState>
    </>
  );
}
