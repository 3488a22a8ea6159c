import type { Language } from '@clusterdesk/contracts';
import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';

export type ComponentLocale = NonNullable<ConfigProviderProps['locale']>;

/** antd's own words; its date pickers take the names of months and days, and the first day of the week, from dayjs. */
const loaders: Record<Language, () => Promise<ComponentLocale>> = {
  cn: async () => {
    const [{ default: words }] = await Promise.all([
      import('antd/locale/zh_CN'),
      import('dayjs/locale/zh-cn'),
    ]);
    return words;
  },
  en: async () => (await import('antd/locale/en_US')).default,
};

/** The words of antd's components in a language; `useComponentLocale` puts them to use. */
export const loadComponentLocale = (language: Language): Promise<ComponentLocale> =>
  loaders[language]();

/** Has dates written in a language whose words are loaded. */
export const writeDatesIn = (language: Language): void =>
  void dayjs.locale(language === 'cn' ? 'zh-cn' : 'en');
