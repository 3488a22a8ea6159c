import type { Language } from '@clusterdesk/contracts';
import i18next, { type ResourceLanguage } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';

/** The tags by which everything but the wire knows the languages: i18next, `<html lang>`, `Intl`. */
const localeTags = { cn: 'zh-CN', en: 'en' } as const satisfies Record<Language, string>;
export type Locale = (typeof localeTags)[Language];

type Catalogues = Record<Language, () => Promise<ResourceLanguage>>;
/** Fetches what a part needs for a language, and gives what puts it to use. */
type Preparation = (language: Language) => Promise<() => void>;

/** The language in use, as the wire spells it: what this browser remembers, else the one that the page began with (`first-language.ts`). */
export const currentLanguage = (): Language =>
  (localStorage.getItem('language') ?? document.documentElement.lang) === 'en' ? 'en' : 'cn';

/** The language in use, as the rest of the world spells it. */
export const locale = (): Locale => localeTags[currentLanguage()];

/** Whether somebody chose a language in this browser. */
export const hasChosenLanguage = (): boolean => localStorage.getItem('language') !== null;

const subscribe = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
};

/** The language in use, for what is drawn. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** A text in each language, for where a catalogue would be too far away. */
export type LanguageTexts = Readonly<Record<Language, string>>;

/** One namespace's words in each language, fetched when they are needed. */
export type WordsOf = Readonly<
  Record<Language, () => Promise<{ words: Readonly<Record<string, string>> }>>
>;

let wordsOf: Catalogues | null = null;
const preparations = new Set<Preparation>();

/** Has `prepare` called before each change of the language; what it gives is called when all is there. */
export function onLanguageChange(prepare: Preparation): () => void {
  preparations.add(prepare);
  return () => preparations.delete(prepare);
}

const added = new Set<string>();

let sayReady = (): void => undefined;
/** Words can only be added when there are some: the first page's code may come before the first words. */
const ready = new Promise<void>((resolve) => (sayReady = resolve));

/** Fetches a namespace that is not among the first words, once; from then on it changes with the language. @throws Error */
export async function addWords(namespace: string, words: WordsOf): Promise<void> {
  const put = (texts: Readonly<Record<string, string>>): void =>
    void i18next.addResourceBundle(locale(), namespace, texts);
  if (!added.has(namespace)) {
    const [fetched] = await Promise.all([words[currentLanguage()](), ready]);
    put(fetched.words);
    added.add(namespace);
    onLanguageChange(async (language) => {
      const { words: texts } = await words[language]();
      return () => put(texts);
    });
  }
}

const sayLanguage = (): void => void (document.documentElement.lang = locale());

/** Loads the words of the language in use, by namespace; call before the first render. */
export async function initI18n(catalogues: Catalogues): Promise<void> {
  wordsOf = catalogues;
  const words = await catalogues[currentLanguage()]();
  await i18next.use(initReactI18next).init({
    lng: locale(),
    resources: { [locale()]: words },
    ns: Object.keys(words),
    defaultNS: 'common',
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
  sayLanguage();
  sayReady();
}

/**
 * Shows another language, without loading the page anew, and remembers it in this browser. Nothing changes when its words
 * cannot be fetched. @throws Error
 */
export async function changeLanguage(language: Language): Promise<void> {
  const [words, ...parts] = await Promise.all([
    wordsOf?.[language]() ?? {},
    ...[...preparations].map((prepare) => prepare(language)),
  ]);
  localStorage.setItem('language', language);
  Object.entries(words).forEach(([namespace, texts]) =>
    i18next.addResourceBundle(locale(), namespace, texts),
  );
  parts.forEach((put) => put());
  await i18next.changeLanguage(locale());
  sayLanguage();
}

/** Words outside of components, with their namespace: `translate('disk:myFiles')`; components use `useTranslation`. */
export const translate = i18next.t;
