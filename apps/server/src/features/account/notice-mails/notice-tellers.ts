import type { Language } from '@clusterdesk/contracts';
import { noticeSentences, type NoticeTeller } from '@clusterdesk/contracts/notice-sentences';
import { noticeWords } from '@clusterdesk/contracts/notice-words/all';
import { createInstance } from 'i18next';

const localeTags: Record<Language, string> = { cn: 'zh-CN', en: 'en' };

function tellerIn(language: Language): NoticeTeller {
  const words = createInstance({
    lng: localeTags[language],
    resources: { [localeTags[language]]: noticeWords[language] },
    ns: Object.keys(noticeWords[language]),
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  void words.init();
  const names = new Intl.ListFormat(localeTags[language], { type: 'conjunction', style: 'narrow' });
  return {
    language,
    say: (word, values) => words.t(word, values ?? {}),
    list: (all) => names.format(all),
  };
}

const tellers: Record<Language, NoticeTeller> = { cn: tellerIn('cn'), en: tellerIn('en') };
const sentences = new Map(noticeSentences.map((sentence) => [sentence.kind, sentence]));

/** A notice as the console would tell it; null: of a kind or shape that another version knows. */
export const tellNotice = (
  kind: string,
  payload: unknown,
  language: Language,
): ReturnType<(typeof noticeSentences)[number]['read']> =>
  sentences.get(kind)?.read(payload, tellers[language]) ?? null;

/** That a notice stands for more of one sender. */
export const tellMore = (count: number, language: Language): string =>
  tellers[language].say('notifications:andMore', { count });
