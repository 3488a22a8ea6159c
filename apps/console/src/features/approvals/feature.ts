import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';

/** Applications for downloads, decided in projects; their page joins several features (app/feature.ts). */
export const approvals = {
  words: {
    approvals: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./approval-live.js')).approvalLiveRules, {
      approvalsChanged: true,
      projectsChanged: true,
    }),
  ],
  notifications: {
    words: ['approvals'],
    texts: async () => (await import('./approval-notifications.js')).approvalNotificationTexts,
  },
  operations: async () => (await import('./operations.js')).approvalOperations,
} as const satisfies Feature;
