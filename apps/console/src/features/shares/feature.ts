import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Shares, set up and received; the page of received ones joins several features (app/feature.ts). */
export const shares = {
  routes: [
    {
      path: pagePaths.myShares,
      title: { cn: '我的分享', en: 'My shares' },
      icon: 'shareAlt',
      words: ['shares'],
      page: async () => (await import('./pages/my-shares-page.js')).MySharesPage,
    },
    {
      path: pagePaths.share,
      title: { cn: '分享文件', en: 'Share files' },
      follows: [pagePaths.myFiles, pagePaths.myShares],
      words: ['shares'],
      page: async () => (await import('./pages/share-setup-page.js')).ShareSetupPage,
    },
  ],
  words: {
    receivedShares: {
      cn: () => import('./received/words.cn.js'),
      en: () => import('./received/words.en.js'),
    },
    dropBox: {
      cn: () => import('./visitors/words.cn.js'),
      en: () => import('./visitors/words.en.js'),
    },
    shares: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./share-live.js')).shareLiveRules, {
      sharesChanged: true,
    }),
  ],
  notifications: {
    words: ['receivedShares'],
    texts: async () => (await import('./received/share-notifications.js')).shareNotificationTexts,
  },
  operations: async () => (await import('./operations.js')).shareOperations,
} as const satisfies Feature;
