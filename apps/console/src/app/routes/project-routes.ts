import type { AppRoute, LazyPage } from './app-route.js';

const projectLists = ['/managementProject', '/joinProject'];

/** One page with an entrance from each of the two lists. */
const projectPage: LazyPage = async () => ({
  Component: (await import('../pages/routes/project-route.js')).ProjectRoute,
});

/** Pages of projects and of what is approved in them. */
export const projectRoutes: readonly AppRoute[] = [
  {
    path: '/managementProject',
    title: 'managedProjects',
    words: ['projects'],
    page: async () => ({
      Component: (await import('../../features/projects/list/project-list-page.js'))
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
      Component: (await import('../../features/projects/trash/project-trash-page.js'))
        .ProjectTrashPage,
    }),
  },
  {
    path: '/joinProject',
    title: 'joinedProjects',
    words: ['projects'],
    page: async () => ({
      Component: (await import('../../features/projects/list/project-list-page.js'))
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
      Component: (await import('../pages/routes/approvals-route.js')).ApprovalsRoute,
    }),
  },
  {
    path: '/projectMembers',
    title: 'projectMembers',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('../pages/routes/project-members-route.js')).ProjectMembersRoute,
    }),
  },
  {
    path: '/projectSettings',
    title: 'projectSettings',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('../pages/routes/project-settings-route.js')).ProjectSettingsRoute,
    }),
  },
  {
    path: '/authoritySettings',
    title: 'projectPermissions',
    words: ['projects'],
    follows: projectLists,
    page: async () => ({
      Component: (await import('../../features/projects/settings/entry-permissions-page.js'))
        .EntryPermissionsPage,
    }),
  },
];
