import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Jobs and queues; the form of a job joins several features (app/feature.ts). */
export const jobs = {
  routes: [
    {
      path: pagePaths.queues,
      title: { cn: '队列管理', en: 'Queues' },
      icon: 'bars',
      words: ['queues', 'jobs'],
      page: async () => (await import('./queues/queue-list-page.js')).QueueListPage,
    },
    {
      path: pagePaths.newQueue,
      title: { cn: '新建队列', en: 'New queue' },
      follows: [pagePaths.queues],
      words: ['queues', 'jobs'],
      page: async () => (await import('./queues/queue-edit-page.js')).NewQueuePage,
    },
    {
      path: pagePaths.queue,
      title: { cn: '编辑队列', en: 'Edit queue' },
      follows: [pagePaths.queues],
      words: ['queues', 'jobs'],
      page: async () => (await import('./queues/queue-edit-page.js')).QueueEditPage,
    },
    {
      path: pagePaths.jobs,
      title: { cn: '任务管理', en: 'Jobs' },
      icon: 'playCircle',
      words: ['jobs', 'log'],
      page: async () => (await import('./pages/job-list-page.js')).JobListPage,
    },
    {
      path: pagePaths.graphs,
      title: { cn: '流程', en: 'Graphs' },
      follows: [pagePaths.jobs],
      words: ['graphs', 'jobs'],
      page: async () => (await import('./graphs/graph-list-page.js')).GraphListPage,
    },
  ],
  words: {
    graphs: {
      cn: () => import('./graphs/words.cn.js'),
      en: () => import('./graphs/words.en.js'),
    },
    jobs: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    queues: {
      cn: () => import('./queues/words.cn.js'),
      en: () => import('./queues/words.en.js'),
    },
    templates: {
      cn: () => import('./templates/words.cn.js'),
      en: () => import('./templates/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./job-live.js')).jobLiveRules, {
      jobUpdated: true,
      queuesChanged: true,
    }),
  ],
  notifications: {
    words: ['jobs'],
    texts: async () => (await import('./job-notifications.js')).jobNotificationTexts,
  },
  operations: async () => (await import('./operations.js')).jobOperations,
} as const satisfies Feature;
