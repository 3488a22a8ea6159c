import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** The contact page, which the app joins with the backups. */
export const contact = {
  words: {
    contact: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    feedback: {
      cn: () => import('./feedback/words.cn.js'),
      en: () => import('./feedback/words.en.js'),
    },
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
    lazyLiveRules(async () => (await import('./feedback/feedback-live.js')).feedbackLiveRules, {
      feedbackChanged: true,
    }),
    lazyLiveRules(async () => (await import('./copyright/branding-live.js')).brandingLiveRules, {
      brandingChanged: true,
    }),
    lazyLiveRules(async () => (await import('./upgrade/upgrade-live.js')).upgradeLiveRules, {
      upgradeChanged: true,
    }),
  ],
  notifications: {
    words: ['feedback', 'licence', 'upgrades'],
    texts: async () => {
      const [feedback, licence, upgrades] = await Promise.all([
        import('./feedback/feedback-notifications.js'),
        import('./copyright/licence-notification.js'),
        import('./upgrade/upgrade-notifications.js'),
      ]);
      return [
        ...feedback.feedbackNotificationTexts,
        ...licence.licenceNotificationTexts,
        ...upgrades.upgradeNotificationTexts,
      ];
    },
  },
  operations: async () => (await import('./operations.js')).contactOperations,
} as const satisfies Feature;
