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
      Component: (await import('../features/jobs/pages/edit-task-page.js')).EditTaskPage,
    }),
  },
  { path: '/userList' },
  { path: '/userEdit', follows: ['/userList'] },
  { path: '/userEditPassword', follows: ['/userList'] },
  { path: '/userEditRole', follows: ['/userList'] },
  { path: '/userActivation', follows: ['/userList'] },
  {
    path: '/platformMonitoring',
    page: async () => ({
      Component: (await import('../features/cluster/pages/monitoring-page.js')).MonitoringPage,
    }),
  },
  { path: '/applicationList' },
  { path: '/userCenter', isOwn: true },
  { path: '/editPassword', isOwn: true },
  { path: '/editPhone', isOwn: true },
  { path: '/editEmail', isOwn: true },
  { path: '/roleManagement' },
  { path: '/menuManagement' },
  { path: '/editMenu', follows: ['/menuManagement'] },
  { path: '/logManagement' },
  { path: '/authManagement' },
  { path: '/themeManagement' },
  { path: '/systemeManagement' },
  { path: '/contactPage', isOwn: true },
  { path: '/sceneRecordDetail', isOwn: true, isDiscontinued: true },
  { path: '/sceneRecordEdit', isOwn: true, isDiscontinued: true },
];
