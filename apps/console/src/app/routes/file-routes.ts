import type { AppRoute } from './app-route.js';

/** Pages of files and shares. */
export const fileRoutes: readonly AppRoute[] = [
  {
    path: '/myDoc',
    title: 'myFiles',
    page: async () => ({
      Component: (await import('../pages/routes/my-files-route.js')).MyFilesRoute,
    }),
  },
  {
    path: '/myDoc/trash',
    title: 'trash',
    words: ['trash'],
    follows: ['/myDoc'],
    page: async () => ({
      Component: (await import('../../features/disk/pages/trash-page.js')).TrashPage,
    }),
  },
  {
    path: '/myShare',
    title: 'myShares',
    words: ['shares'],
    page: async () => ({
      Component: (await import('../../features/shares/pages/my-shares-page.js')).MySharesPage,
    }),
  },
  {
    path: '/receiveShare',
    title: 'receivedShares',
    words: ['receivedShares', 'shares'],
    page: async () => ({
      Component: (await import('../pages/routes/received-shares-route.js')).ReceivedSharesRoute,
    }),
  },
  {
    path: '/patfromShare',
    title: 'share',
    words: ['shares'],
    follows: ['/myDoc', '/myShare'],
    page: async () => ({
      Component: (await import('../../features/shares/pages/share-setup-page.js')).ShareSetupPage,
    }),
  },
];
