import type { Feature } from '../../shared/feature.js';
import { pagePaths } from '../../shared/paths.js';

/** How the platform is. */
export const health = {
  routes: [
    {
      path: pagePaths.health,
      title: { cn: '运行状况', en: 'Platform health' },
      follows: [pagePaths.settings],
      words: ['health', 'settingValues'],
      page: async () => (await import('./pages/health-page.js')).HealthPage,
    },
  ],
  words: {
    health: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  notifications: {
    words: ['health'],
    texts: async () => (await import('./health-notifications.js')).healthNotificationTexts,
  },
} as const satisfies Feature;
