import type { ComponentType } from 'react';
import type { catalogue } from './i18n/cn.js';
import type { LaterWords } from './i18n/later-words.js';

/** The name of a page, by its key in the words. */
export type PageTitle = keyof (typeof catalogue)['pages'];

/** A page's component, fetched when the page is first opened. */
export type LazyPage = () => Promise<{ Component: ComponentType }>;

/** One line of the specification's route table (part 2 §2). */
export interface AppRoute {
  path: string;
  /** What the page is called where no menu gives it a name. */
  title: PageTitle;
  /** A detail page may be opened by whoever may open one of these list pages. */
  follows?: readonly string[];
  /** Every signed-in user's own page, whatever the menus say. */
  isOwn?: true;
  /** Leftover of the specification that is not offered any more. */
  isDiscontinued?: true;
  /** Absent: not built yet. */
  page?: LazyPage;
  /** The words that come with it, beside those that every page has. */
  words?: readonly (keyof LaterWords)[];
}

const projectLists = ['/managementProject', '/joinProject'];

/** One page with an entrance from each of the two lists. */
const projectPage: LazyPage = async () => ({
  Component: (await import('./pages/project-route.js')).ProjectRoute,
});

/** All pages inside the shell. */
export const shellRoutes: readonly AppRoute[] = [
  {
    path: '/myDoc',
    title: 'myFiles',
    page: async () => ({ Component: (await import('./pages/my-files-route.js')).MyFilesRoute }),
  },
  {
    path: '/myDoc/trash',
    title: 'trash',
    words: ['trash'],
    follows: ['/myDoc'],
    page: async () => ({
      Component: (await import('../features/disk/pages/trash-page.js')).TrashPage,
    }),
  },
  {
    path: '/myShare',
    title: 'myShares',
    words: ['shares'],
    page: async () => ({
      Component: (await import('../features/shares/pages/my-shares-page.js')).MySharesPage,
    }),
  },
  {
    path: '/receiveShare',
    title: 'receivedShares',
    words: ['receivedShares', 'shares'],
    page: async () => ({
      Component: (await import('./pages/received-shares-route.js')).ReceivedSharesRoute,
    }),
  },
  {
    path: '/patfromShare',
    title: 'share',
    words: ['shares'],
    follows: ['/myDoc', '/myShare'],
    page: async () => ({
      Component: (await import('../features/shares/pages/share-setup-page.js')).ShareSetupPage,
    }),
  },
  {
    path: '/managementProject',
    title: 'managedProjects',
    words: ['projects'],
    page: async () => ({
      Component: (await import('../features/projects/list/project-list-page.js'))
        .ManagedProjectsPage,
    }),
  },
  {
    path: '/managementProjectDetail',
    title: 'project',
    words: ['projects', 'projectFiles'],
    follows: projectLists,
    page: projectPage,
  },
  {
    path: '/managementProjectDetail/trash',
    title: 'projectTrash',
    words: ['projects', 'projectFiles', 'trash'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('../features/projects/trash/project-trash-page.js'))
        .ProjectTrashPage,
    }),
  },
  {
    path: '/joinProject',
    title: 'joinedProjects',
    words: ['projects'],
    page: async () => ({
      Component: (await import('../features/projects/list/project-list-page.js'))
        .JoinedProjectsPage,
    }),
  },
  {
    path: '/joinProjectDetail',
    title: 'project',
    words: ['projects', 'projectFiles'],
    follows: ['/joinProject', '/managementProject'],
    page: projectPage,
  },
  {
    path: '/aduitProject',
    title: 'approvals',
    words: ['approvals'],
    page: async () => ({
      Component: (await import('./pages/approvals-route.js')).ApprovalsRoute,
    }),
  },
  {
    path: '/projectMembers',
    title: 'projectMembers',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('./pages/project-members-route.js')).ProjectMembersRoute,
    }),
  },
  {
    path: '/projectSettings',
    title: 'projectSettings',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('./pages/project-settings-route.js')).ProjectSettingsRoute,
    }),
  },
  {
    path: '/authoritySettings',
    title: 'projectPermissions',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('../features/projects/settings/entry-permissions-page.js'))
        .EntryPermissionsPage,
    }),
  },
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
      Component: (await import('../features/jobs/queues/queue-list-page.js')).QueueListPage,
    }),
  },
  { path: '/addQueue', title: 'newQueue', follows: ['/queueManangement'] },
  {
    path: '/editQueue',
    title: 'queue',
    words: ['jobs'],
    follows: ['/queueManangement'],
    page: async () => ({
      Component: (await import('../features/jobs/queues/queue-edit-page.js')).QueueEditPage,
    }),
  },
  {
    path: '/taskManangement',
    title: 'jobs',
    words: ['jobs', 'log'],
    page: async () => ({
      Component: (await import('../features/jobs/pages/job-list-page.js')).JobListPage,
    }),
  },
  {
    path: '/editTask',
    title: 'newJob',
    words: ['jobs'],
    follows: ['/taskManangement'],
    page: async () => ({
      Component: (await import('./pages/edit-job-route.js')).EditJobRoute,
    }),
  },
  {
    path: '/userList',
    title: 'users',
    words: ['users', 'account', 'roles'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-list-page.js')).UserListPage,
    }),
  },
  {
    path: '/userEdit',
    title: 'user',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-edit-page.js')).UserEditPage,
    }),
  },
  {
    path: '/userEditPassword',
    title: 'userPassword',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-password-page.js'))
        .UserPasswordPage,
    }),
  },
  {
    path: '/userEditRole',
    title: 'userRoles',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-role-page.js')).UserRolePage,
    }),
  },
  {
    path: '/userActivation',
    title: 'userActivation',
    words: ['users', 'account', 'roles'],
    follows: ['/userList'],
    page: async () => ({
      Component: (await import('../features/identity/users/pages/user-activation-page.js'))
        .UserActivationPage,
    }),
  },
  {
    path: '/platformMonitoring',
    title: 'monitoring',
    words: ['cluster'],
    page: async () => ({
      Component: (await import('../features/cluster/pages/monitoring-page.js')).MonitoringPage,
    }),
  },
  { path: '/applicationList', title: 'applications' },
  {
    path: '/userCenter',
    title: 'account',
    words: ['account', 'roles'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/pages/user-center-page.js'))
        .UserCenterPage,
    }),
  },
  {
    path: '/editPassword',
    title: 'ownPassword',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/pages/edit-password-page.js'))
        .EditPasswordPage,
    }),
  },
  {
    path: '/editPhone',
    title: 'ownMobile',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/contact/contact-page.js'))
        .EditPhonePage,
    }),
  },
  {
    path: '/editEmail',
    title: 'ownEmail',
    words: ['account'],
    isOwn: true,
    page: async () => ({
      Component: (await import('../features/identity/account/contact/contact-page.js'))
        .EditEmailPage,
    }),
  },
  {
    path: '/roleManagement',
    title: 'roles',
    words: ['roles'],
    page: async () => ({
      Component: (await import('../features/identity/roles/pages/role-page.js')).RolePage,
    }),
  },
  {
    path: '/menuManagement',
    title: 'menus',
    page: async () => ({
      Component: (await import('../features/identity/menus/pages/menu-page.js')).MenuPage,
    }),
  },
  {
    path: '/editMenu',
    title: 'menu',
    follows: ['/menuManagement'],
    page: async () => ({
      Component: (await import('../features/identity/menus/pages/menu-edit-page.js')).MenuEditPage,
    }),
  },
  {
    path: '/logManagement',
    title: 'log',
    words: ['audit'],
    page: async () => ({
      Component: (await import('../features/audit/pages/log-page.js')).LogPage,
    }),
  },
  {
    path: '/authManagement',
    title: 'permissions',
    words: ['roles'],
    page: async () => ({
      Component: (await import('../features/identity/roles/pages/authority-page.js')).AuthorityPage,
    }),
  },
  {
    path: '/themeManagement',
    title: 'theme',
    words: ['account'],
    page: async () => ({
      Component: (await import('../features/identity/account/pages/theme-page.js')).ThemePage,
    }),
  },
  { path: '/systemeManagement', title: 'settings' },
  { path: '/contactPage', title: 'contact', isOwn: true },
  { path: '/sceneRecordDetail', title: 'discontinued', isOwn: true, isDiscontinued: true },
  { path: '/sceneRecordEdit', title: 'discontinued', isOwn: true, isDiscontinued: true },
];
