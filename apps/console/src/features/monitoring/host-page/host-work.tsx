import type { MonitorRecord } from '@clusterdesk/contracts';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cardStyles from '../components/host-card.module.css';
import styles from './host-page.module.css';

/** What draws what runs on a host; other features have it. */
export interface HostWorkParts {
  HostJobs: ComponentType<{ nodeId: string }>;
  HostSessions: ComponentType<{ nodeId: string }>;
}

interface HostWorkProps extends HostWorkParts {
  host: MonitorRecord;
}

/** The jobs of a compute node, or the sessions of a desktop. */
export function HostWork({ host, HostJobs, HostSessions }: HostWorkProps): ReactNode {
  const { t } = useTranslation('cluster');
  const { nodeId, kind, online } = host;
  const title = t(`work_${kind}`);
  return (
    <section className={`card ${cardStyles['card']} ${styles['wide']}`} aria-label={title}>
      <h2 className={cardStyles['name']}>{title}</h2>
      {kind === 'compute' ? (
        <HostJobs nodeId={nodeId} />
      ) : online ? (
        <HostSessions nodeId={nodeId} />
      ) : (
        <p className={styles['heard']}>{t('sessionsAway')}</p>
      )}
    </section>
  );
}
