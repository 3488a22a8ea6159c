import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** The bell, and by what ways else users are told of things. */
export const notifications = {
  routes: [
    {
      path: pagePaths.ownNotices,
      title: { cn: '通知设置', en: 'Notification settings' },
      isOwn: true,
      words: ['noticeChoices', 'notifications'],
      page: async () => (await import('./choices/notice-choices-page.js')).NoticeChoicesPage,
    },
  ],
  words: {
    notifications: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    noticeChoices: {
      cn: () => import('./choices/words.cn.js'),
      en: () => import('./choices/words.en.js'),
    },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./notification-live.js')).notificationLiveRules, {
      notificationAdded: true,
      notificationsRead: true,
      noticePreferenceChanged: true,
    }),
  ],
  notifications: {
    words: ['notifications'],
    texts: async () => (await import('./operation-notification.js')).operationNotificationTexts,
  },
} as const satisfies Feature;
