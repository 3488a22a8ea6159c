import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Desktop and compute nodes, and who is on them. */
export const nodes = {
  routes: [
    {
      path: pagePaths.ownDesktops,
      title: 'ownDesktops',
      icon: 'desktop',
      words: ['nodes'],
      isOwn: true,
      page: async () => (await import('./node-pages.js')).OwnDesktopsPage,
    },
    {
      path: pagePaths.desktops,
      title: 'desktopNodes',
      icon: 'desktop',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).DesktopListPage,
    },
    {
      path: pagePaths.desktop,
      title: 'desktopNode',
      newTitle: 'newDesktopNode',
      follows: [pagePaths.desktops],
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).DesktopEditPage,
    },
    {
      path: pagePaths.desktopUsers,
      title: 'userAssignment',
      follows: [pagePaths.desktops],
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).UserAssignmentPage,
    },
    {
      path: pagePaths.onlineUsers,
      title: 'onlineUsers',
      icon: 'user',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).OnlineUsersPage,
    },
    {
      path: pagePaths.computeNodes,
      title: 'computeNodes',
      icon: 'cloudServer',
      words: ['nodes'],
      page: async () => (await import('./node-pages.js')).ComputeListPage,
    },
    {
      path: pagePaths.computeNode,
      title: 'computeNode',
      newTitle: 'newComputeNode',
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
