import { addWords, type WordsOf } from '../../shared/i18n/i18n.js';

/** Words of what opens later than the first page, by namespace: they come with its code. */
export const laterWords = {
  workbench: {
    cn: async () => (await import('../workbench/words.cn.js')).words,
    en: async () => (await import('../workbench/words.en.js')).words,
  },
  palette: {
    cn: async () => (await import('../palette/words.cn.js')).words,
    en: async () => (await import('../palette/words.en.js')).words,
  },
  notifications: {
    cn: async () => (await import('../../features/notifications/words.cn.js')).words,
    en: async () => (await import('../../features/notifications/words.en.js')).words,
  },
  audit: {
    cn: async () => (await import('../../features/audit/words.cn.js')).words,
    en: async () => (await import('../../features/audit/words.en.js')).words,
  },
} satisfies Record<string, WordsOf>;

export type LaterWords = typeof laterWords;

/** Brings the words of a namespace that is needed now. @throws Error when they cannot be fetched */
export const bringWords = (namespace: keyof LaterWords): Promise<void> =>
  addWords(namespace, laterWords[namespace]);
