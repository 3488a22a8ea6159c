import type { Language } from '@clusterdesk/contracts';
import type { Catalogue } from './catalogue.js';

/** Loads the words of every feature in one language; each feature has its own beside it (`words.cn.ts`, `words.en.ts`). */
export const catalogues: Record<Language, () => Promise<Catalogue>> = {
  cn: async () => (await import('./cn.js')).catalogue,
  en: async () => (await import('./en.js')).catalogue,
};
