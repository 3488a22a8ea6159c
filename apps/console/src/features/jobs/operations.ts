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
    calls: ['/job/runMany'],
    name: { cn: '批量提交任务', en: 'Submit jobs' },
    done: { cn: '提交了任务{{object}}', en: 'submitted the job {{object}}' },
  },
  {
    calls: ['/job/rerun'],
    name: { cn: '重新运行任务', en: 'Run a job again' },
    done: { cn: '重新运行，提交了任务{{object}}', en: 'ran again, as the job {{object}}' },
  },
  {
    calls: ['/job/graph/run'],
    name: { cn: '提交流程', en: 'Submit a graph' },
    done: { cn: '提交了流程{{object}}', en: 'submitted the graph {{object}}' },
  },
  {
    calls: ['/job/graph/rerun'],
    name: { cn: '重新运行流程', en: 'Run a graph again' },
    done: { cn: '重新运行了流程{{object}}', en: 'ran the graph {{object}} again' },
  },
  {
    calls: ['/job/graph/stop'],
    name: { cn: '停止流程', en: 'Stop a graph' },
    done: { cn: '停止了流程中的任务{{object}}', en: 'stopped the job {{object}} of a graph' },
  },
  {
    calls: ['/job/save'],
    name: { cn: '保存脚本', en: 'Save a script' },
    done: { cn: '保存了脚本{{object}}', en: 'saved the script {{object}}' },
  },
  {
    calls: ['/job/saved/delete'],
    name: { cn: '删除已保存的脚本', en: 'Delete a saved script' },
    done: { cn: '删除了已保存的脚本{{object}}', en: 'deleted the saved script {{object}}' },
  },
  {
    calls: ['/job/stop'],
    name: { cn: '停止任务', en: 'Stop a job' },
    done: { cn: '停止了任务{{object}}', en: 'stopped the job {{object}}' },
  },
  {
    calls: ['/job/hold'],
    name: { cn: '暂挂任务', en: 'Hold a job' },
    done: { cn: '暂挂了任务{{object}}', en: 'held the job {{object}}' },
  },
  {
    calls: ['/job/release'],
    name: { cn: '释放任务', en: 'Release a job' },
    done: { cn: '释放了任务{{object}}', en: 'released the job {{object}}' },
  },
  {
    calls: ['/job/getLogPath'],
    name: { cn: '下载任务日志', en: 'Download the log of a job' },
    done: { cn: '下载了任务{{object}}的日志', en: 'downloaded the log of the job {{object}}' },
  },
];
