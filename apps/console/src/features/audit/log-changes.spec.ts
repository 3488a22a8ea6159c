import { beforeAll, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { changesIn, valueText } from './log-changes.js';
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

it('tells before and after field by field, only what differs, and the rest apart', () => {
  expect(
    changesIn({
      before: { email: null, realName: 'A', roles: ['x'] },
      after: { email: 'a@b.c', realName: 'A', roles: ['x', 'y'] },
      endedSessions: 2,
    }),
  ).toEqual({
    changes: [
      { name: 'email', before: '–', after: 'a@b.c' },
      { name: 'roles', before: 'x', after: 'x, y' },
    ],
    others: [['endedSessions', '2']],
  });
  expect(changesIn({ before: 'A', after: 'B' }).changes).toEqual([
    { name: '', before: 'A', after: 'B' },
  ]);
  expect(changesIn(undefined)).toEqual({ changes: [], others: [] });
});

it('writes values as people read them', () => {
  expect(valueText(true)).toBe('Yes');
  expect(valueText(1024 ** 3, 'quotaBytes')).toBe('1.00 GB');
  expect(valueText(null, 'quotaBytes')).toBe('No limit');
  expect(valueText(null, 'expiresAt')).toBe('–');
  expect(valueText('2026-11-22T00:00:00.000Z')).toMatch(/^2026-11-22 \d\d:00:00$/);
  expect(valueText({ count: 2, userNames: ['a', 'b'] })).toBe('a, b');
  expect(valueText({ count: 0, userNames: [] })).toBe('0');
});
