import { beforeAll, describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { objectOf } from './log-sentence.js';
import { words } from './words.en.js';

const memory = new Map([['language', 'en']]);
Object.assign(globalThis, { localStorage: { getItem: (key: string) => memory.get(key) ?? null } });

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { audit: words } },
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
});

describe('what a row is about', () => {
  it('is its target, else what the call was given', () => {
    expect(objectOf({ target: { type: 'user', id: '7', name: 'lilei' } })).toBe('lilei');
    expect(objectOf({ details: { paths: ['/a', '/b'] } })).toBe('/a, /b');
    expect(objectOf({ details: { path: '/a', newPath: '/b' } })).toBe('/a');
    expect(objectOf({})).toBe('');
  });

  it('is what people gave, where they did something to themselves', () => {
    const own = { userId: '7', target: { type: 'user', id: '7', name: 'lilei' } };
    expect(objectOf({ ...own, details: { selected: 'cn' } })).toBe('Chinese');
    expect(objectOf({ ...own, details: { mobile: '13800138000' } })).toBe('13800138000');
    expect(objectOf({ ...own, details: { realName: 'Li Lei' } })).toBe('lilei');
    expect(objectOf({ ...own, userId: '8', details: { mobile: '13800138000' } })).toBe('lilei');
  });

  it('names the first of many, and says how many there were', () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/${at}`);
    expect(objectOf({ details: { paths: [...paths, '+5'] } })).toBe(
      '/0, /1, /2 and more, 25 in total',
    );
    expect(objectOf({ details: { paths: ['/0', '/1'], count: 7 } })).toBe(
      '/0, /1 and more, 7 in total',
    );
    // Paths begin with a slash: only the server writes a number there.
    expect(objectOf({ details: { paths: ['/+5'] } })).toBe('/+5');
  });
});
