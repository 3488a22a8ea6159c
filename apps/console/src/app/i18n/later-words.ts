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
  receivedShares: {
    cn: async () => (await import('../../features/shares/received/words.cn.js')).words,
    en: async () => (await import('../../features/shares/received/words.en.js')).words,
  },
  projects: {
    cn: async () => (await import('../../features/projects/words.cn.js')).words,
    en: async () => (await import('../../features/projects/words.en.js')).words,
  },
  approvals: {
    cn: async () => (await import('../../features/approvals/words.cn.js')).words,
    en: async () => (await import('../../features/approvals/words.en.js')).words,
  },
  audit: {
    cn: async () => (await import('../../features/audit/words.cn.js')).words,
    en: async () => (await import('../../features/audit/words.en.js')).words,
  },
  users: {
    cn: async () => (await import('../../features/identity/users/words.cn.js')).words,
    en: async () => (await import('../../features/identity/users/words.en.js')).words,
  },
  roles: {
    cn: async () => (await import('../../features/identity/roles/words.cn.js')).words,
    en: async () => (await import('../../features/identity/roles/words.en.js')).words,
  },
  account: {
    cn: async () => (await import('../../features/identity/account/words.cn.js')).words,
    en: async () => (await import('../../features/identity/account/words.en.js')).words,
  },
  jobs: {
    cn: async () => (await import('../../features/jobs/words.cn.js')).words,
    en: async () => (await import('../../features/jobs/words.en.js')).words,
  },
  cluster: {
    cn: async () => (await import('../../features/monitoring/words.cn.js')).words,
    en: async () => (await import('../../features/monitoring/words.en.js')).words,
  },
  nodes: {
    cn: async () => (await import('../../features/nodes/words.cn.js')).words,
    en: async () => (await import('../../features/nodes/words.en.js')).words,
  },
  applications: {
    cn: async () => (await import('../../features/applications/words.cn.js')).words,
    en: async () => (await import('../../features/applications/words.en.js')).words,
  },
  shares: {
    cn: async () => (await import('../../features/shares/words.cn.js')).words,
    en: async () => (await import('../../features/shares/words.en.js')).words,
  },
  projectFiles: {
    cn: async () => (await import('../../features/projects/browse/words.cn.js')).words,
    en: async () => (await import('../../features/projects/browse/words.en.js')).words,
  },
  trash: {
    cn: async () => (await import('../../shared/file-browser/trash/words.cn.js')).words,
    en: async () => (await import('../../shared/file-browser/trash/words.en.js')).words,
  },
  log: {
    cn: async () => (await import('../../shared/log-view/words.cn.js')).words,
    en: async () => (await import('../../shared/log-view/words.en.js')).words,
  },
} satisfies Record<string, WordsOf>;

export type LaterWords = typeof laterWords;

/** Brings the words of namespaces that are needed now. @throws Error when they cannot be fetched */
export async function bringWords(...namespaces: (keyof LaterWords)[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => addWords(namespace, laterWords[namespace])));
}

/** Code with the words that it needs. @throws Error when one of them cannot be fetched */
export async function withWords<Code>(
  namespaces: readonly (keyof LaterWords)[],
  code: Promise<Code>,
): Promise<Code> {
  const [fetched] = await Promise.all([code, bringWords(...namespaces)]);
  return fetched;
}
