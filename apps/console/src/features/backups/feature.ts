import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** Backups and recovery. */
export const backups = {
  routes: [
    {
      path: pagePaths.backups,
      title: { cn: '备份与恢复', en: 'Backup and recovery' },
      follows: [pagePaths.settings],
      words: ['backups'],
      page: async () => (await import('./pages/backups-page.js')).BackupsPage,
    },
  ],
  words: {
    backups: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
  liveRules: [
    lazyLiveRules(async () => (await import('./backup-live.js')).backupLiveRules, {
      backupsChanged: true,
    }),
  ],
  notifications: {
    words: ['backups'],
    texts: async () => (await import('./backup-notifications.js')).backupNotificationTexts,
  },
  operations: async () => (await import('./operations.js')).backupOperations,
} as const satisfies Feature;
