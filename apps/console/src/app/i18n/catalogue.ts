import type { catalogue } from './cn.js';

/** The words of the console by feature; Chinese is the measure, English must have the same keys. */
export type Catalogue = {
  [Namespace in keyof typeof catalogue]: Record<keyof (typeof catalogue)[Namespace], string>;
};

/** Components name the namespace they use, which is typed by this: `useTranslation('disk')`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof catalogue;
    keySeparator: false;
  }
}
