import type { catalogue } from './cn.js';
import type { LaterWords } from '../features.js';

/** The words of the console by feature; Chinese is the measure, English must have the same keys. */
export type Catalogue = {
  [Namespace in keyof typeof catalogue]: Record<keyof (typeof catalogue)[Namespace], string>;
};

type Later = {
  [Namespace in keyof LaterWords]: Awaited<ReturnType<LaterWords[Namespace]['cn']>>['words'];
};

/** Components name the namespace they use, which is typed by this: `useTranslation('disk')`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof catalogue & Later;
    keySeparator: false;
  }
}
