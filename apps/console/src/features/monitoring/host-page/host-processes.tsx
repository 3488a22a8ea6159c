import type { HostProcess } from '@clusterdesk/contracts';
import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../shared/lib/format/format.js';
import { useLiveEvent, useWatch } from '../../../shared/live/connection/live-provider.js';
import cardStyles from '../components/host-card.module.css';
import styles from './host-page.module.css';

const orders = ['cpu', 'memory'] as const;
type Order = (typeof orders)[number];
const shownMax = 10;

const weightOf = (process: HostProcess, order: Order): number =>
  order === 'cpu' ? process.cpu : process.memoryBytes;

/** What uses most of a host now; its agent looks while this is shown. */
export function HostProcesses({ nodeId, online }: { nodeId: string; online: boolean }): ReactNode {
  const { t } = useTranslation('cluster');
  const [order, setOrder] = useState<Order>('cpu');
  const [told, setTold] = useState<{ nodeId: string; processes: HostProcess[] }>();
  useWatch({ topic: 'host', nodeId });
  useLiveEvent('hostProcesses', setTold);
  const processes = told?.nodeId === nodeId && online ? told.processes : undefined;
  const shown = processes
    ?.toSorted((a, b) => weightOf(b, order) - weightOf(a, order))
    .slice(0, shownMax);
  return (
    <section className={`card ${cardStyles['card']} ${styles['wide']}`} aria-label={t('processes')}>
      <header className={cardStyles['head']}>
        <h2 className={cardStyles['name']}>{t('processes')}</h2>
        <Segmented
          size="small"
          aria-label={t('processesOrder')}
          value={order}
          onChange={setOrder}
          options={orders.map((value) => ({ value, label: t(`processesBy_${value}`) }))}
        />
      </header>
      {shown ? (
        // What scrolls must take the focus to be scrolled by keys.
        <div className={styles['scroll']} role="group" aria-label={t('processes')} tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('processName')}</th>
                <th scope="col">{t('processUser')}</th>
                <th scope="col">{t('cpu')}</th>
                <th scope="col">{t('memory')}</th>
                <th scope="col">PID</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ pid, name, user, cpu, memoryBytes }) => (
                <tr key={pid}>
                  <td>{name}</td>
                  <td>{user}</td>
                  <td>{cpu.toFixed(1)}%</td>
                  <td>{formatSize(memoryBytes)}</td>
                  <td>{pid}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className={styles['heard']} role="status">
          {t(online ? 'processesWait' : 'processesAway')}
        </p>
      )}
      {shown && <p className={styles['heard']}>{t('processesHint')}</p>}
    </section>
  );
}
