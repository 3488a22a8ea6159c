import type { JobDetail, JobWaiting } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { locale } from '../../../shared/i18n/i18n.js';
import { formatDuration } from '../../../shared/lib/time/format-time.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { SizeText } from '../../../shared/ui/text/size-text.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { DetailList, type Detail } from '../../../shared/ui/layout/detail-list.js';
import { AfterJobs } from '../chains/after-jobs.js';
import { ArrayText } from '../chains/array-text.js';
import { JobPlace, LogFile } from '../files/job-place.js';
import { isHoldable, useHoldJob } from '../api/use-hold-job.js';
import { useStopJob } from '../api/use-stop-job.js';
import { JobAfterActions } from './job-after-actions.js';
import { isOpen, JobStatusTag } from './job-status.js';
import { JobVariables } from './job-variables.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import styles from './jobs.module.css';
import { WorkTime } from './work-time.js';

interface JobDetailsProps {
  job: JobDetail;
  /** Whether it may be another's: it says whose it is, and its folder is not among one's own. */
  isOthers: boolean;
  /** What it has written: after what can be done with it, and before all that is known of it, as on a phone. */
  output?: ReactNode;
  /** What else is known of it, below. */
  children?: ReactNode;
}

/** A second of processor time is shown as such, less of it in parts of a second. */
const processorTime = (seconds: number): string =>
  seconds < 1 ? `${seconds.toFixed(2)} s` : formatDuration(seconds * 1_000);

/** When a waiting job can start, and how far off such times were lately. */
function EarliestStart({ waiting }: { waiting: JobWaiting }): ReactNode {
  const { t } = useTranslation('jobs');
  const miss = waiting.forecastMissMinutes;
  return (
    <>
      <TimeText time={waiting.earliestStartAt} />
      {miss !== null && ` ${t('forecastMiss', { span: formatDuration(miss * 60_000) })}`}
    </>
  );
}

/** Hosts that it has or could have and with which something is wrong; who may see hosts is led to them. */
function HostsInTrouble({ hosts }: Pick<JobWaiting, 'hosts'>): ReactNode {
  const { t } = useTranslation('jobs');
  return (
    <div className={styles['hosts']}>
      <p>{t('hostsInTrouble')}</p>
      <ul>
        {hosts.map(({ nodeId, name, text }) => (
          <li key={name}>
            {nodeId === null ? <b>{name}</b> : <Link to={paths.host(nodeId)}>{name}</Link>}
            {t('hostSays', { text })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How a job stands, and what can be done with it. */
function JobHead({ job, isOthers }: Pick<JobDetailsProps, 'job' | 'isOthers'>): ReactNode {
  const { t } = useTranslation('jobs');
  const { stop, stopping } = useStopJob();
  const { hold, release } = useHoldJob();
  const { waiting } = job;
  return (
    <section className={`card ${styles['head']}`} aria-label={t('details')}>
      <header className={styles['detailsHead']}>
        <PageHeading className={styles['detailsTitle']} title={job.scriptName}>
          {job.scriptName}
        </PageHeading>
        <JobStatusTag job={job} />
        {job.isSealed && <StatusTag state="quiet">{t('sealedTag')}</StatusTag>}
      </header>
      <p className={styles['detailsLine']}>
        <span>
          {t('queue')} {job.queueName}
        </span>
        {job.nodeName && (
          <span>
            {t('node')} {job.nodeName}
          </span>
        )}
        <span>{t('cores', { count: job.cpus })}</span>
        <span>#{job.jobId}</span>
        {job.array && <ArrayText array={job.array} />}
      </p>
      {(waiting ?? job.reason) && (
        <p className={styles['reason']} role="status">
          {waiting?.text ?? job.reason}
          {waiting?.advice && <span className={styles['advice']}>{waiting.advice}</span>}
        </p>
      )}
      {waiting && waiting.hosts.length > 0 && <HostsInTrouble hosts={waiting.hosts} />}
      <div className={styles['detailsActions']}>
        {isOpen(job) && (
          <Button danger loading={stopping.has(job.jobId)} onClick={() => void stop(job)}>
            {t('stop')}
          </Button>
        )}
        {isHoldable(job) && <Button onClick={() => void hold(job)}>{t('hold')}</Button>}
        {job.isHeld && <Button onClick={() => void release(job)}>{t('release')}</Button>}
        <JobAfterActions job={job} isOthers={isOthers} />
      </div>
    </section>
  );
}

/** What is known of a job, and what can be done with it. */
export function JobDetails({ job, isOthers, output, children }: JobDetailsProps): ReactNode {
  const { t } = useTranslation('jobs');
  /** A line of what is known; what is not known yet has none. */
  const line = (key: string, value: ReactNode): Detail | false =>
    value !== null && { key, label: t(key as 'node'), value };
  const { waiting, memoryMb, startTime, endTime, cpuSeconds, maxRssBytes, maxMinutes } = job;
  const details = [
    line('place', waiting?.place?.toLocaleString(locale()) ?? null),
    line('earliestStart', waiting?.earliestStartAt ? <EarliestStart waiting={waiting} /> : null),
    line('waitsSince', waiting && <TimeText time={waiting.since} />),
    line('createTime', <TimeText time={job.createTime} />),
    line('startTime', startTime && <TimeText time={startTime} />),
    line('endTime', endTime && <TimeText time={endTime} />),
    line('workTime', startTime && <WorkTime job={job} />),
    line('cpuTime', cpuSeconds === null ? null : processorTime(cpuSeconds)),
    line('peakMemory', maxRssBytes === null ? null : <SizeText bytes={maxRssBytes} />),
    line('loginName', isOthers ? job.loginName : null),
    line('workDir', <JobPlace job={job} isOthers={isOthers} />),
    line('logFile', job.logPath && <LogFile job={job} isOthers={isOthers} />),
    line(
      'array',
      job.arrayId === null ? null : (
        <>
          <Link to={paths.job(job.arrayId)}>#{job.arrayId}</Link> ·{' '}
          {t('indexOf', { index: job.arrayIndex })}
        </>
      ),
    ),
    line('afterJobs', job.after.length > 0 ? <AfterJobs after={job.after} /> : null),
    line(
      'graph',
      job.graph && (
        <>
          <Link to={paths.graph(job.graph.graphId)}>{job.graph.graphName}</Link> · {job.graph.key}
        </>
      ),
    ),
    line('network', job.network && t(`network_${job.network}`)),
    line('memory', memoryMb && <SizeText bytes={memoryMb * 1024 ** 2} />),
    line('timeLimit', maxMinutes && formatDuration(maxMinutes * 60_000)),
    line('exitCode', job.exitCode),
    line('signal', job.signal),
  ];
  return (
    <>
      <JobHead job={job} isOthers={isOthers} />
      {output}
      <section className={`card ${styles['details']}`} aria-label={t('facts')}>
        <DetailList details={details} />
        <JobVariables variables={job.variables} />
        <details className={styles['script']}>
          <summary>{t('script')}</summary>
          <pre tabIndex={0}>{job.scriptContent}</pre>
        </details>
        {children}
      </section>
    </>
  );
}
