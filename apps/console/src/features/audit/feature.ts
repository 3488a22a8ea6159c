import type { Feature } from '../../shared/feature.js';
import { pagePaths } from '../../shared/paths.js';

/** The log of who did what. */
export const audit = {
  routes: [
    {
      path: pagePaths.log,
      title: { cn: '日志管理', en: 'Log' },
      icon: 'fileText',
      words: ['audit'],
      page: async (loadOperations) => {
        const [{ logPageWith }, operations] = await Promise.all([
          import('./pages/log-page.js'),
          loadOperations(),
        ]);
        return logPageWith(operations);
      },
    },
  ],
  words: {
    audit: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
} as const satisfies Feature;
