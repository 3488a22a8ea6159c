import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Projects; what joins them with other features stands in app/feature.ts. */
export const projects = {
  routes: [
    {
      path: pagePaths.managedProjects,
      title: { cn: '我管理的项目', en: 'Projects I manage' },
      icon: 'project',
      words: ['projects'],
      page: async () => (await import('./list/project-list-page.js')).ManagedProjectsPage,
    },
    {
      path: pagePaths.projectTrash,
      title: { cn: '项目回收站', en: 'Project trash' },
      follows: [pagePaths.managedProjects, pagePaths.joinedProjects],
      words: ['projects', 'projectFiles', 'trash'],
      page: async () => (await import('./trash/project-trash-page.js')).ProjectTrashPage,
    },
    {
      path: pagePaths.joinedProjects,
      title: { cn: '我加入的项目', en: 'Projects I joined' },
      icon: 'solution',
      words: ['projects'],
      page: async () => (await import('./list/project-list-page.js')).JoinedProjectsPage,
    },
    {
      path: pagePaths.projectPermissions,
      title: { cn: '项目权限', en: 'Project permissions' },
      follows: [pagePaths.managedProjects, pagePaths.joinedProjects],
      words: ['projects'],
      page: async () => (await import('./settings/entry-permissions-page.js')).EntryPermissionsPage,
    },
  ],
  words: {
    comments: {
      cn: () => import('./comments/words.cn.js'),
      en: () => import('./comments/words.en.js'),
    },
    projects: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    projectFiles: {
      cn: () => import('./browse/words.cn.js'),
      en: () => import('./browse/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./project-live.js')).projectLiveRules, {
      projectsChanged: true,
      commentsChanged: true,
      trashChanged: (_, { space }) => space === 'project',
    }),
  ],
  notifications: {
    words: ['projects'],
    texts: async () => (await import('./project-notifications.js')).projectNotificationTexts,
  },
  operations: async () => (await import('./operations.js')).projectOperations,
} as const satisfies Feature;
