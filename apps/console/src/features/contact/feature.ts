import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** The contact page, which the app joins with the backups. */
export const contact = {
  words: {
    contact: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    licence: {
      cn: () => import('./copyright/words.cn.js'),
      en: () => import('./copyright/words.en.js'),
    },
    upgrades: {
      cn: () => import('./upgrade/words.cn.js'),
      en: () => import('./upgrade/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./copyright/branding-live.js')).brandingLiveRules, {
      brandingChanged: true,
    }),
  ],
  operations: async () => (await import('./operations.js')).contactOperations,
  notifications: {
    words: ['licence'],
    texts: async () =>
      (await import('./copyright/licence-notification.js')).licenceNotificationTexts,
  },
} as const satisfies Feature;
