import type { ComponentType } from 'react';

/** A page's component, fetched when the page is first opened. */
export type LazyPage = () => Promise<{ Component: ComponentType }>;

/** One line of the specification's route table (part 2 §2). */
export interface AppRoute {
  path: string;
  /** A detail page may be opened by whoever may open one of these list pages. */
  follows?: readonly string[];
  /** Every signed-in user's own page, whatever the menus say. */
  isOwn?: true;
  /** Leftover of the specification that is not offered any more. */
  isDiscontinued?: true;
  /** Absent: not built yet. */
  page?: LazyPage;
}

const projectLists = ['/managementProject', '/joinProject'];

/** All pages inside the shell. */
export const shellRoutes: readonly AppRoute[] = [
  {
    path: '/myDoc',
    page: async () => ({ Component: (await import('./pages/my-files-route.js')).MyFilesRoute }),
  },
  {
    path: '/myDoc/trash',
    follows: ['/myDoc'],
    page: async () => ({
      Component: (await import('../features/disk/pages/trash-page.js')).TrashPage,
    }),
  },
  { path: '/myShare' },
  { path: '/receiveShare' },
  { path: '/patfromShare', follows: ['/myDoc', '/myShare'] },
  { path: '/managementProject' },
  { path: '/managementProjectDetail', follows: projectLists },
  { path: '/joinProject' },
  { path: '/joinProjectDetail', follows: ['/joinProject'] },
  { path: '/aduitProject' },
  { path: '/projectMembers', follows: projectLists },
  { path: '/projectSettings', follows: projectLists },
  { path: '/authoritySettings', follows: projectLists },
  { path: '/desktopDot' },
  { path: '/editDesktopDot', follows: ['/desktopDot'] },
  { path: '/userAssignment', follows: ['/desktopDot'] },
  { path: '/onlineUser' },
  { path: '/calculateDot' },
  { path: '/editCalculateDot', follows: ['/calculateDot'] },
  { path: '/queueManangement' },
  { path: '/addQueue', follows: ['/queueManangement'] },
  { path: '/editQueue', follows: ['/queueManangement'] },
  {
    path: '/taskManangement',
    page: async () => ({
      Component: (await import('../features/jobs/pages/job-list-page.js')).JobListPage,
    }),
  },
  {
    path: '/editTask',
    follows: ['/taskManangement'],
    page: async () => ({
      Component: (await import('../features/jobs/pages/edit-job-page.js')).EditJobPage,
    }),
  },
  {
    path: '/userList',
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-list-page.js')).UserListPage,
    }),
  },
  {
    path: '/userEdit',
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-edit-page.js')).UserEditPage,
    }),
  },
  {
    path: '/userEditPassword',
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-password-page.js'))
        .UserPasswordPage,
    }),
  },
  {
    path: '/userEditRole',
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-role-page.js')).UserRolePage,
    }),
  },
  {
    path: '/userActivation',
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-activation-page.js'))
        .UserActivationPage,
    }),
  },
  {
    path: '/platformMonitoring',
    page: async () => ({
      Component: (await import('../features/cluster/pages/monitoring-page.js')).MonitoringPage,
    }),
  },
  { path: '/applicationList' },
  {
    path: '/userCenter',
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/pages/user-center-page.js'))
        .UserCenterPage,
    }),
  },
  {
    path: '/editPassword',
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/pages/edit-password-page.js'))
        .EditPasswordPage,
    }),
  },
  {
    path: '/editPhone',
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/contact/contact-page.js'))
        .EditPhonePage,
    }),
  },
  {
    path: '/editEmail',
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/contact/contact-page.js'))
        .EditEmailPage,
    }),
  },
  {
    path: '/roleManagement',
    page: async () => ({
      Component: (await import('../features/identity/roles/pages/role-page.js')).RolePage,
    }),
  },
  {
    path: '/menuManagement',
    page: async () => ({
      Component: (await import('../features/identity/menus/pages/menu-page.js')).MenuPage,
    }),
  },
  {
    path: '/editMenu',
    follows: ['/menuManagement'],
    page: async () => ({
      Component: (await import('../features/identity/menus/pages/menu-edit-page.js')).MenuEditPage,
    }),
  },
  {
    path: '/logManagement',
    page: async () => ({
      Component: (await import('../features/audit/pages/log-page.js')).LogPage,
    }),
  },
  {
    path: '/authManagement',
    page: async () => ({
      Component: (await import('../features/identity/roles/pages/authority-page.js')).AuthorityPage,
    }),
  },
  {
    path: '/themeManagement',
    page: async () => ({
      Component: (await import('../features/identity/account/pages/theme-page.js')).ThemePage,
    }),
  },
  { path: '/systemeManagement' },
  { path: '/contactPage', isOwn: true },
  { path: '/sceneRecordDetail', isOwn: true, isDiscontinued: true },
  { path: '/sceneRecordEdit', isOwn: true, isDiscontinued: true },
];
