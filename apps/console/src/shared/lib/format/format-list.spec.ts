import { beforeEach, expect, it } from '@jest/globals';
import { formatList } from './format-list.js';

const memory = new Map<string, string>();
beforeEach(() => {
  memory.clear();
  Object.assign(globalThis, {
    localStorage: { getItem: (key: string) => memory.get(key) ?? null },
    document: { documentElement: {} },
  });
});

it('joins as the language does, and leaves out what is not there', () => {
  expect(formatList(['甲', null, '乙', '', '丙'])).toBe('甲、乙、丙');
  expect(formatList([])).toBe('');
  memory.set('language', 'en');
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, c');
});
