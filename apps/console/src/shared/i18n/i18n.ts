import type { Language } from '@clusterdesk/contracts';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
/** The language in use: what this browser remembers, else Chinese (spec part 1 §4). */
export const currentLanguage = (): Language =>
  localStorage.getItem('language') === 'en' ? 'en' : 'cn';

/** Whether somebody chose a language in this browser. */
export const hasChosenLanguage = (): boolean => localStorage.getItem('language') !== null;

/** Remembers the language; the page must be loaded anew to show it. */
export const rememberLanguage = (language: Language): void =>
  localStorage.setItem('language', language);

/** Loads the words of the language in use, by namespace; call before the first render. */
export async function initI18n(
  catalogues: Record<Language, () => Promise<ResourceLanguage>>,
): Promise<void> {
  const language = currentLanguage();
  const words = await catalogues[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: words },
    ns: Object.keys(words),
    defaultNS: 'common',
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language === 'cn' ? 'zh-CN' : 'en';
  document.title = i18next.t('common:productTitle');
}

/** Words outside of components, with their namespace: `translate('disk:myFiles')`; components use `useTranslation`. */
export const translate = i18next.t;
