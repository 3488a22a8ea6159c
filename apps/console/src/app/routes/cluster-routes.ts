import type { AppRoute } from './app-route.js';

/** Pages of hosts, their users, queues, jobs and applications. */
export const clusterRoutes: readonly AppRoute[] = [
  {
    path: '/desktopDot',
    title: 'desktopNodes',
    words: ['nodes'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).DesktopListPage,
    }),
  },
  {
    path: '/editDesktopDot',
    title: 'desktopNode',
    words: ['nodes'],
    follows: ['/desktopDot'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).DesktopEditPage,
    }),
  },
  {
    path: '/userAssignment',
    title: 'userAssignment',
    words: ['nodes'],
    follows: ['/desktopDot'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).UserAssignmentPage,
    }),
  },
  {
    path: '/onlineUser',
    title: 'onlineUsers',
    words: ['nodes'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).OnlineUsersPage,
    }),
  },
  {
    path: '/calculateDot',
    title: 'computeNodes',
    words: ['nodes'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).ComputeListPage,
    }),
  },
  {
    path: '/editCalculateDot',
    title: 'computeNode',
    words: ['nodes'],
    follows: ['/calculateDot'],
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).ComputeEditPage,
    }),
  },
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
      Component: (await import('../pages/routes/edit-job-route.js')).EditJobRoute,
    }),
  },
  {
    path: '/myDesktops',
    title: 'ownDesktops',
    words: ['nodes'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../../features/nodes/node-pages.js')).OwnDesktopsPage,
    }),
  },
  {
    path: '/platformMonitoring',
    title: 'monitoring',
    words: ['cluster'],
    page: async () => ({
      Component: (await import('../../features/monitoring/pages/monitoring-page.js'))
        .MonitoringPage,
    }),
  },
  {
    path: '/applicationList',
    title: 'applications',
    words: ['applications', 'log'],
    page: async () => ({
      Component: (await import('../../features/applications/application-list-page.js'))
        .ApplicationListPage,
    }),
  },
];
