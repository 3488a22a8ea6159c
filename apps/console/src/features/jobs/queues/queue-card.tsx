import type { QueueLoad, QueueOption } from '@clusterdesk/contracts';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { personName } from '../../../shared/users/person-name.js';
import { QueueNodes } from './queue-nodes.js';
import styles from './queues.module.css';

/** Whether jobs of the queue lack the outside because of its nodes, not because the queue says so. */
const lacksOutside = ({ network, networkChoice, calculations }: QueueOption): boolean =>
  network === 'outside'
    ? calculations.some(({ online, givesNetwork }) => online && !givesNetwork)
    : networkChoice === 'automatic' && calculations.length > 0;

/** How many of its CPUs jobs hold now, and how many wait. */
function LoadBar({ load }: { load: QueueLoad }): ReactNode {
  const { t } = useTranslation('queues');
  const { usedCpus: used, totalCpus: total, waitingJobs } = load;
  const busy = total === 0 ? t('noNodeNow') : t('cpusUsed', { used, total });
  const waiting = waitingJobs === 0 ? t('noneWaits') : t('waits', { count: waitingJobs });
  return (
    <>
      <Progress
        size="small"
        showInfo={false}
        // Nodes that went away take their CPUs along, not their jobs at once.
        percent={total === 0 ? 0 : Math.min(100, Math.round((used / total) * 100))}
        status="normal"
        aria-label={busy}
      />
      <p className={styles['soft']}>{[busy, waiting].join(' · ')}</p>
    </>
  );
}

/** So many names are shown; of the others their number. */
const shownNames = 5;

function Names({ names }: { names: readonly string[] }): ReactNode {
  const { t } = useTranslation('queues');
  const more = names.length - shownNames;
  const shown = formatList(names.slice(0, shownNames));
  return more > 0 ? `${shown} ${t('andMore', { count: more })}` : shown;
}

/** One queue: its nodes or partitions, how busy it is, what it gives its jobs, and for who manages queues who may submit and what can be done. */
export function QueueCard({
  queue,
  load,
  onDelete,
}: {
  queue: QueueOption;
  load: QueueLoad | undefined;
  /** Absent for who does not manage queues. */
  onDelete?: (() => void) | undefined;
}): ReactNode {
  const { t } = useTranslation(['queues', 'jobs']);
  const network = t(`jobs:network_${queue.network}`);
  const { queueName: name, projects, userInfos, partitions } = queue;
  const isSlurm = queue.backend === 'slurm';
  const isNamed = projects.length > 0 || userInfos.length > 0;
  const access = queue.isOpenToEveryone
    ? t('accessEveryone')
    : isNamed
      ? t('accessNamed')
      : t('accessNobody');
  return (
    <article className={`card ${styles['card']}`} aria-label={name}>
      <header className={styles['head']}>
        <h2 className={styles['name']} title={name}>
          {name}
        </h2>
        {isSlurm ? (
          <StatusTag state="quiet">{t('backend_slurm')}</StatusTag>
        ) : (
          <StatusTag state={queue.network === 'outside' ? 'running' : 'quiet'}>
            {queue.networkChoice === 'automatic' ? t('networkByItself', { network }) : network}
          </StatusTag>
        )}
      </header>
      <div className={styles['load']}>{load && <LoadBar load={load} />}</div>
      {lacksOutside(queue) && <p className={styles['cure']}>{t('outsideCure')}</p>}
      <DetailList
        details={[
          isSlurm
            ? { label: t('partitions'), value: formatList(partitions) || t('defaultPartition') }
            : { label: t('nodes'), value: <QueueNodes queue={queue} /> },
          onDelete && { label: t('access'), value: access },
          projects.length > 0 && {
            label: t('projects'),
            value: <Names names={projects.map(({ projectName }) => projectName)} />,
          },
          userInfos.length > 0 && {
            label: t('users'),
            value: <Names names={userInfos.map(personName)} />,
          },
          { label: t('defaultLimit'), value: formatDuration(queue.defaultMinutes * 60_000) },
          { label: t('longestLimit'), value: formatDuration(queue.maxMinutes * 60_000) },
        ]}
      />
      {onDelete && (
        <footer className={styles['foot']}>
          <LinkButton to={paths.queue(queue.id)} aria-label={t('editNamed', { name })}>
            {t('edit')}
          </LinkButton>
          <Button danger aria-label={t('deleteNamed', { name })} onClick={onDelete}>
            {t('delete')}
          </Button>
        </footer>
      )}
    </article>
  );
}
