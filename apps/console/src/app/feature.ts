import type { Feature } from '../shared/feature.js';
import { lazyLiveRules } from '../shared/live/rules/live-rules.js';
import { pagePaths } from '../shared/paths.js';

/** What belongs to no feature alone: pages that join several, pages that are not built, and shared parts. */
export const app = {
  routes: [
    {
      path: pagePaths.myFiles,
      title: { cn: '我的文件', en: 'My files' },
      icon: 'folderOpen',
      page: async () => (await import('./pages/routes/my-files-route.js')).MyFilesRoute,
    },
    {
      path: pagePaths.receivedShares,
      title: { cn: '收到的分享', en: 'Received shares' },
      icon: 'inbox',
      words: ['receivedShares', 'shares'],
      page: async () =>
        (await import('./pages/routes/received-shares-route.js')).ReceivedSharesRoute,
    },
    {
      path: pagePaths.project,
      title: { cn: '项目', en: 'Project' },
      follows: [pagePaths.managedProjects, pagePaths.joinedProjects],
      words: ['projects', 'projectFiles'],
      page: async () => (await import('./pages/routes/project-route.js')).ProjectRoute,
    },
    {
      path: pagePaths.joinedProject,
      title: { cn: '项目', en: 'Project' },
      follows: [pagePaths.joinedProjects, pagePaths.managedProjects],
      words: ['projects', 'projectFiles'],
      page: async () => (await import('./pages/routes/project-route.js')).ProjectRoute,
    },
    {
      path: pagePaths.approvals,
      title: { cn: '审批管理', en: 'Approvals' },
      icon: 'audit',
      words: ['approvals'],
      page: async () => (await import('./pages/routes/approvals-route.js')).ApprovalsRoute,
    },
    {
      path: pagePaths.projectMembers,
      title: { cn: '项目成员', en: 'Project members' },
      follows: [pagePaths.managedProjects, pagePaths.joinedProjects],
      words: ['projects'],
      page: async () =>
        (await import('./pages/routes/project-members-route.js')).ProjectMembersRoute,
    },
    {
      path: pagePaths.projectSettings,
      title: { cn: '项目设置', en: 'Project settings' },
      follows: [pagePaths.managedProjects, pagePaths.joinedProjects],
      words: ['projects'],
      page: async () =>
        (await import('./pages/routes/project-settings-route.js')).ProjectSettingsRoute,
    },
    {
      path: pagePaths.newJob,
      title: { cn: '新建任务', en: 'New job' },
      follows: [pagePaths.jobs],
      words: ['jobs', 'templates'],
      page: async () => (await import('./pages/routes/edit-job-route.js')).EditJobRoute,
    },
    {
      path: pagePaths.newGraph,
      title: { cn: '新建流程', en: 'New graph' },
      follows: [pagePaths.graphs, pagePaths.jobs],
      words: ['graphs', 'jobs'],
      page: async () => (await import('./pages/routes/new-graph-route.js')).NewGraphRoute,
    },
    {
      path: pagePaths.monitoring,
      title: { cn: '平台监控', en: 'Monitoring' },
      icon: 'lineChart',
      words: ['cluster'],
      page: async () => (await import('./pages/routes/monitoring-route.js')).MonitoringRoute,
    },
    {
      path: pagePaths.contact,
      title: { cn: '联系我们', en: 'Contact' },
      icon: 'customerService',
      isOwn: true,
      words: ['contact', 'feedback', 'licence', 'backups', 'upgrades'],
      page: async () => (await import('./pages/routes/contact-route.js')).ContactRoute,
    },
    {
      path: pagePaths.sceneRecord,
      title: { cn: '功能已下线', en: 'No longer available' },
      isOwn: true,
    },
    {
      path: pagePaths.sceneRecordEdit,
      title: { cn: '功能已下线', en: 'No longer available' },
      isOwn: true,
    },
  ],
  words: {
    workbench: {
      cn: () => import('./workbench/words.cn.js'),
      en: () => import('./workbench/words.en.js'),
    },
    palette: {
      cn: () => import('./palette/words.cn.js'),
      en: () => import('./palette/words.en.js'),
    },
    trash: {
      cn: () => import('../shared/file-browser/trash/words.cn.js'),
      en: () => import('../shared/file-browser/trash/words.en.js'),
    },
    log: {
      cn: () => import('../shared/log-view/words.cn.js'),
      en: () => import('../shared/log-view/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(
      async () => (await import('../shared/file-browser/files-live.js')).fileLiveRules,
      { filesChanged: true, favouritesChanged: true },
    ),
    lazyLiveRules(async () => (await import('./workbench/workbench-live.js')).workbenchLiveRules, {
      jobUpdated: true,
      nodeStatus: true,
      nodeAlertsChanged: true,
      notificationAdded: true,
      notificationsRead: true,
      filesChanged: true,
      trashChanged: true,
      projectsChanged: true,
      approvalsChanged: true,
    }),
  ],
  operations: async () =>
    (await import('../shared/file-browser/file-operations.js')).fileOperations,
} as const satisfies Feature;
