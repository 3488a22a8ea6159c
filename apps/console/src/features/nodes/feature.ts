import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Desktop and compute nodes, and who is on them. */
export const nodes = {
  routes: [
    {
      path: pagePaths.ownDesktops,
      title: { cn: '我的桌面', en: 'My desktops' },
      icon: 'desktop',
      words: ['nodes'],
      isOwn: true,
      page: async () => (await import('./node-pages.js')).OwnDesktopsPage,
    },
    {
      path: pagePaths.desktops,
      title: { cn: '桌面节点', en: 'Desktop nodes' },
      icon: 'desktop',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).DesktopListPage,
    },
    {
      path: pagePaths.desktop,
      title: { cn: '编辑桌面节点', en: 'Edit desktop node' },
      newTitle: { cn: '添加桌面', en: 'Add desktop' },
      follows: [pagePaths.desktops],
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).DesktopEditPage,
    },
    {
      path: pagePaths.desktopUsers,
      title: { cn: '分配用户', en: 'Assign users' },
      follows: [pagePaths.desktops],
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).UserAssignmentPage,
    },
    {
      path: pagePaths.onlineUsers,
      title: { cn: '在线用户', en: 'Online users' },
      icon: 'user',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).OnlineUsersPage,
    },
    {
      path: pagePaths.computeNodes,
      title: { cn: '计算节点', en: 'Compute nodes' },
      icon: 'cloudServer',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).ComputeListPage,
    },
    {
      path: pagePaths.computeNode,
      title: { cn: '编辑计算节点', en: 'Edit compute node' },
      newTitle: { cn: '添加计算节点', en: 'Add compute node' },
      follows: [pagePaths.computeNodes],
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).ComputeEditPage,
    },
  ],
  words: {
    nodes: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./node-live.js')).nodeLiveRules, {
      nodesChanged: true,
      desktopSessionsChanged: true,
      ownDesktopsChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).nodeOperations,
} as const satisfies Feature;
