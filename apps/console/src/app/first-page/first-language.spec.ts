import { expect, it } from '@jest/globals';
import { firstLanguage } from './first-language.js';

const begin = (pathname: string, languages: string[], chosen: string | null = null): string => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  Object.assign(globalThis, { localStorage: { getItem: () => chosen }, location: { pathname } });
  return firstLanguage();
};

it.each([
  [['en-US', 'zh-CN'], 'en'],
  [['EN'], 'en'],
  [['zh-TW', 'en'], 'cn'],
  [['fr-FR', 'en-GB', 'zh'], 'en'],
  [['fr-FR', 'zh', 'en'], 'cn'],
  [['fr-FR'], 'cn'],
  [['enm', 'x-en'], 'cn'],
  [[], 'cn'],
])('a visitor whose browser prefers %j begins with %s', (languages, language) => {
  expect(begin('/drop/aaaa', languages)).toBe(language);
});

it('what was chosen in the browser stays, whatever it prefers', () => {
  expect(begin('/drop/aaaa', ['en'], 'cn')).toBe('cn');
  expect(begin('/drop/aaaa', ['zh'], 'en')).toBe('en');
});

it('every other page begins with what was chosen, else in Chinese', () => {
  expect(begin('/login', ['en'])).toBe('cn');
  expect(begin('/dropped', ['en'])).toBe('cn');
  expect(begin('/login', ['zh'], 'en')).toBe('en');
});
