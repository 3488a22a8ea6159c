import type { Feature } from '../../shared/feature.js';
import { pagePaths } from '../../shared/paths.js';

/** The log of who did what. */
export const audit = {
  routes: [
    {
      path: pagePaths.log,
      title: 'log',
      icon: 'fileText',
      words: ['audit'],
      page: async () => (await import('./pages/log-page.js')).LogPage,
    },
  ],
  words: {
    audit: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
} as const satisfies Feature;
