import type { Feature } from '../../shared/feature.js';
import { lazyLiveRules } from '../../shared/live/rules/live-rules.js';
import { pagePaths } from '../../shared/paths.js';

/** The user's own disk; its page joins several features (app/feature.ts). */
export const disk = {
  routes: [
    {
      path: pagePaths.trash,
      title: { cn: '回收站', en: 'Trash' },
      follows: [pagePaths.myFiles],
      words: ['trash'],
      page: async () => (await import('./pages/trash-page.js')).TrashPage,
    },
  ],
  liveRules: [
    lazyLiveRules(async () => (await import('./disk-live.js')).diskLiveRules, {
      filesChanged: true,
      jobUpdated: true,
      trashChanged: true,
    }),
  ],
} as const satisfies Feature;
