import type { Language } from '@clusterdesk/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { catalogue } from './locales/cn.js';

/** The words of the console by feature; Chinese is the measure, English must have the same keys. */
export type Catalogue = {
  [Namespace in keyof typeof catalogue]: Record<keyof (typeof catalogue)[Namespace], string>;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof catalogue;
    keySeparator: false;
  }
}

/** Every namespace; components name the one they use: `useTranslation('disk')`. */
export const namespaces = [
  'common',
  'shell',
  'identity',
  'account',
  'users',
  'roles',
  'menus',
  'audit',
  'disk',
  'transfer',
  'cluster',
  'jobs',
] as const satisfies (keyof Catalogue)[];

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  cn: () => import('./locales/cn.js'),
  en: () => import('./locales/en.js'),
};

/** The language in use: what this browser remembers, else Chinese (spec part 1 §4). */
export const currentLanguage = (): Language =>
  localStorage.getItem('language') === 'en' ? 'en' : 'cn';

/** Whether somebody chose a language in this browser. */
export const hasChosenLanguage = (): boolean => localStorage.getItem('language') !== null;

/** Remembers the language; the page must be loaded anew to show it. */
export const rememberLanguage = (language: Language): void =>
  localStorage.setItem('language', language);

/** Loads the words of the language in use; call before the first render. */
export async function initI18n(): Promise<void> {
  const language = currentLanguage();
  const { catalogue: resources } = await catalogues[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: resources },
    ns: [...namespaces],
    defaultNS: 'common',
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language === 'cn' ? 'zh-CN' : 'en';
  document.title = i18next.t('common:productTitle');
}

/** Words outside of components; components use `useTranslation`. */
export const translate = i18next.getFixedT(null, namespaces);
