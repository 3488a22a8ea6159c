import type { Feature } from '../../shared/feature.js';

/** The contact page, which the app joins with the backups. */
export const contact = {
  words: {
    contact: { cn: () => import('./words.cn.js'), en: () => import('./words.en.js') },
    upgrades: {
      cn: () => import('./upgrade/words.cn.js'),
      en: () => import('./upgrade/words.en.js'),
    },
  },
} as const satisfies Feature;
