import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** The contact page, which the app joins with the backups. */
export const contact = {
  words: {
    contact: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    upgrades: {
      cn: () => import('./upgrade/words.cn.js'),
      en: () => import('./upgrade/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./upgrade/upgrade-live.js')).upgradeLiveRules, {
      upgradeChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).contactOperations,
} as const satisfies Feature;
