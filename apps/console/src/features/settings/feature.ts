import type { Feature } from '../../shared/feature.js';
import { pagePaths } from '../../shared/paths.js';

/** What holds for the whole platform. */
export const settings = {
  routes: [
    {
      path: pagePaths.settings,
      title: { cn: '系统管理', en: 'System settings' },
      icon: 'setting',
      words: ['settings', 'downloadPermission'],
      page: async () => (await import('./pages/settings-page.js')).SettingsPage,
    },
  ],
  words: {
    settings: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    downloadPermission: {
      cn: () => import('./download/words.cn.js'),
      en: () => import('./download/words.en.js'),
    },
  },
  operations: async () => (await import('./operations.js')).settingsOperations,
} as const satisfies Feature;
