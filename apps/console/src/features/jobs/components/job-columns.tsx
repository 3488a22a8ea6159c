import type { JobRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { SizeText } from '../../../shared/ui/text/size-text.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { JobName } from '../list/job-name.js';
import { JobRowActions, type JobActions } from './job-row-actions.js';
import { JobStatusTag } from './job-status.js';
import { WorkTime } from './work-time.js';

/** What the list shows, and can do. */
export interface JobColumnOptions {
  /** Whether it holds the jobs of others too. */
  hasOwners: boolean;
  actions: JobActions;
}

type Translate = TFunction<'jobs'>;

/** The columns of the job list (spec part 2 §2), with node and time of submission added. The server sorts. */
export function jobColumns(t: Translate, options: JobColumnOptions): Column<JobRow>[] {
  const owner: Column<JobRow> = {
    id: 'owner',
    title: t('loginName'),
    inCard: 'note',
    cell: (job) => job.loginName,
  };
  return [
    { id: 'jobId', title: t('jobId'), priority: 2, inCard: 'note', cell: (job) => job.jobId },
    {
      id: 'scriptName',
      title: t('jobName'),
      isAlways: true,
      cell: (job) => <JobName job={job} />,
      sortBy: 'server',
    },
    {
      id: 'queueName',
      title: t('queue'),
      inCard: 'note',
      cell: (job) => job.queueName,
      sortBy: 'server',
    },
    ...(options.hasOwners ? [owner] : []),
    {
      id: 'nodeName',
      title: t('node'),
      priority: 3,
      inCard: 'note',
      cell: (job) => job.nodeName ?? '–',
    },
    {
      id: 'createTime',
      title: t('createTime'),
      priority: 2,
      inCard: 'none',
      cell: (job) => <RelativeTime time={job.createTime} />,
      sortBy: 'server',
    },
    {
      id: 'startTime',
      title: t('startTime'),
      isOptional: true,
      cell: (job) => (job.startTime ? <RelativeTime time={job.startTime} /> : '–'),
      sortBy: 'server',
    },
    {
      id: 'endTime',
      title: t('endTime'),
      isOptional: true,
      cell: (job) => (job.endTime ? <RelativeTime time={job.endTime} /> : '–'),
      sortBy: 'server',
    },
    {
      id: 'cpus',
      title: t('cpus'),
      align: 'end',
      isOptional: true,
      cell: (job) => job.cpus,
      sortBy: 'server',
    },
    {
      id: 'maxRssBytes',
      title: t('peakMemory'),
      align: 'end',
      isOptional: true,
      cell: (job) => (job.maxRssBytes === null ? '–' : <SizeText bytes={job.maxRssBytes} />),
      sortBy: 'server',
    },
    {
      id: 'workTime',
      title: t('workTime'),
      inCard: 'note',
      align: 'end',
      width: '112px',
      cell: (job) => <WorkTime job={job} />,
    },
    {
      id: 'status',
      title: t('status'),
      isWhole: true,
      inCard: 'tag',
      cell: (job) => <JobStatusTag job={job} />,
    },
    {
      id: 'actions',
      title: <span className="visually-hidden">{t('actions')}</span>,
      align: 'end',
      isActions: true,
      cell: (job) => <JobRowActions job={job} actions={options.actions} />,
    },
  ];
}
