import type { AppRoute } from './app-route.js';

/** Pages of the platform itself: menus, the log, settings. */
export const platformRoutes: readonly AppRoute[] = [
  {
    path: '/menuManagement',
    title: 'menus',
    page: async () => ({
      Component: (await import('../../features/identity/menus/pages/menu-page.js')).MenuPage,
    }),
  },
  {
    path: '/editMenu',
    title: 'menu',
    follows: ['/menuManagement'],
    page: async () => ({
      Component: (await import('../../features/identity/menus/pages/menu-edit-page.js'))
        .MenuEditPage,
    }),
  },
  {
    path: '/logManagement',
    title: 'log',
    words: ['audit'],
    page: async () => ({
      Component: (await import('../../features/audit/pages/log-page.js')).LogPage,
    }),
  },
  {
    path: '/authManagement',
    title: 'permissions',
    words: ['roles'],
    page: async () => ({
      Component: (await import('../../features/identity/roles/pages/authority-page.js'))
        .AuthorityPage,
    }),
  },
  {
    path: '/themeManagement',
    title: 'theme',
    words: ['account'],
    page: async () => ({
      Component: (await import('../../features/identity/account/pages/theme-page.js')).ThemePage,
    }),
  },
  { path: '/systemeManagement', title: 'settings' },
  { path: '/contactPage', title: 'contact', isOwn: true },
  { path: '/sceneRecordDetail', title: 'discontinued', isOwn: true, isDiscontinued: true },
  { path: '/sceneRecordEdit', title: 'discontinued', isOwn: true, isDiscontinued: true },
];
