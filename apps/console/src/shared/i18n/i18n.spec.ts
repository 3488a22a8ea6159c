import { expect, it } from '@jest/globals';
import { addWords, initI18n, translate } from './i18n.js';

it('takes words that come before the first ones, as on a page whose code is cached', async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => 'en', setItem: () => undefined },
    document: { documentElement: {} },
  });
  const none = async () => ({ words: {} });
  const coming = addWords('workbench', {
    cn: none,
    en: async () => ({ words: { factNoJobs: 'later' } }),
  });
  await initI18n({ cn: none, en: async () => ({ common: {} }) });
  await coming;
  expect(translate('workbench:factNoJobs')).toBe('later');
});
