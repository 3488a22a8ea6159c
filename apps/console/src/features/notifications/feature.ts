import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** The bell. */
export const notifications = {
  words: {
    notifications: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./notification-live.js')).notificationLiveRules, {
      notificationAdded: true,
      notificationsRead: true,
    }),
  ],
  notifications: {
    words: ['notifications'],
    texts: async () => (await import('./operation-notification.js')).operationNotificationTexts,
  },
} as const satisfies Feature;
