import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** The list of applications, and what is installed where. */
export const applications = {
  routes: [
    {
      path: pagePaths.applications,
      title: { cn: '应用管理', en: 'Applications' },
      icon: 'appstore',
      words: ['applications', 'log'],
      page: async () => (await import('./application-list-page.js')).ApplicationListPage,
    },
  ],
  words: {
    applications: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./application-live.js')).applicationLiveRules, {
      applicationsChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).applicationOperations,
} as const satisfies Feature;
