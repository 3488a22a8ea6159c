import type { Feature } from '../../shared/feature.js';
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
  notifications: {
    words: ['backups'],
    texts: async () => (await import('./drill-notifications.js')).drillNotificationTexts,
  },
} as const satisfies Feature;
