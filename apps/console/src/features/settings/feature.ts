import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** What holds for the whole platform. */
export const settings = {
  routes: [
    {
      path: pagePaths.settings,
      title: { cn: '系统管理', en: 'System settings' },
      icon: 'setting',
      words: ['settings', 'settingValues', 'downloadPermission'],
      page: async () => (await import('./pages/settings-page.js')).SettingsPage,
    },
  ],
  words: {
    settings: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    settingValues: {
      cn: () => import('./values/words.cn.js'),
      en: () => import('./values/words.en.js'),
    },
    downloadPermission: {
      cn: () => import('./download/words.cn.js'),
      en: () => import('./download/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./setting-live.js')).settingLiveRules, {
      settingsChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).settingOperations,
} as const satisfies Feature;
