import type { Feature } from '../../shared/feature.js';

/** Uploads, downloads and tasks, whose panel is above every page of the signed-in part, which brings their words. */
export const transfer = {
  words: {
    transfer: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
  },
} as const satisfies Feature;
