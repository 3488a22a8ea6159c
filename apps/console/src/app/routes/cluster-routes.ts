import type { AppRoute } from './app-route.js';

/** Pages of hosts, their users, queues, jobs and applications. */
export const clusterRoutes: readonly AppRoute[] = [
  { path: '/desktopDot', title: 'desktopNodes' },
  { path: '/editDesktopDot', title: 'desktopNode', follows: ['/desktopDot'] },
  { path: '/userAssignment', title: 'userAssignment', follows: ['/desktopDot'] },
  { path: '/onlineUser', title: 'onlineUsers' },
  { path: '/calculateDot', title: 'computeNodes' },
  { path: '/editCalculateDot', title: 'computeNode', follows: ['/calculateDot'] },
  {
    path: '/queueManangement',
    title: 'queues',
    words: ['jobs'],
    page: async () => ({
      Component: (await import('../../features/jobs/queues/queue-list-page.js')).QueueListPage,
    }),
  },
  { path: '/addQueue', title: 'newQueue', follows: ['/queueManangement'] },
  {
    path: '/editQueue',
    title: 'queue',
    words: ['jobs'],
    follows: ['/queueManangement'],
    page: async () => ({
      Component: (await import('../../features/jobs/queues/queue-edit-page.js')).QueueEditPage,
    }),
  },
  {
    path: '/taskManangement',
    title: 'jobs',
    words: ['jobs', 'log'],
    page: async () => ({
      Component: (await import('../../features/jobs/pages/job-list-page.js')).JobListPage,
    }),
  },
  {
    path: '/editTask',
    title: 'newJob',
    words: ['jobs'],
    follows: ['/taskManangement'],
    page: async () => ({
      Component: (await import('../pages/edit-job-route.js')).EditJobRoute,
    }),
  },
  {
    path: '/platformMonitoring',
    title: 'monitoring',
    words: ['cluster'],
    page: async () => ({
      Component: (await import('../../features/cluster/pages/monitoring-page.js')).MonitoringPage,
    }),
  },
  { path: '/applicationList', title: 'applications' },
];
