import type { Operation } from '../../shared/operation.js';

/** Queues and jobs in the log. */
export const jobOperations: readonly Operation[] = [
  {
    calls: ['/calculation/queue/add'],
    name: { cn: '添加或修改队列', en: 'Add or change a queue' },
    done: { cn: '修改了队列{{object}}', en: 'changed the queue {{object}}' },
    // Adding and editing are one call: a new queue has nothing before it.
    variants: [
      {
        fits: ({ details }) => details?.['before'] === null,
        done: { cn: '添加了队列{{object}}', en: 'added the queue {{object}}' },
      },
    ],
  },
  {
    calls: ['/calculation/queue/delete'],
    name: { cn: '删除队列', en: 'Delete a queue' },
    done: { cn: '删除了队列{{object}}', en: 'deleted the queue {{object}}' },
  },
  {
    calls: ['/job/run'],
    name: { cn: '提交任务', en: 'Submit a job' },
    done: { cn: '提交了任务{{object}}', en: 'submitted the job {{object}}' },
  },
  {
    calls: ['/job/stop'],
    name: { cn: '停止任务', en: 'Stop a job' },
    done: { cn: '停止了任务{{object}}', en: 'stopped the job {{object}}' },
  },
  {
    calls: ['/job/getLogPath'],
    name: { cn: '下载任务日志', en: 'Download the log of a job' },
    done: { cn: '下载了任务{{object}}的日志', en: 'downloaded the log of the job {{object}}' },
  },
];
