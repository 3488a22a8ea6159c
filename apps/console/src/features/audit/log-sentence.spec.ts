import { expect, it } from '@jest/globals';
import { changesIn, objectOf } from './log-sentence.js';

const memory = new Map([['language', 'en']]);
Object.assign(globalThis, { localStorage: { getItem: (key: string) => memory.get(key) ?? null } });

it('tells what a row is about by its target, else by what the call was given', () => {
  expect(objectOf({ target: { type: 'user', id: '7', name: 'lilei' } })).toBe('lilei');
  expect(objectOf({ details: { paths: ['/a', '/b'] } })).toBe('/a, /b');
  expect(objectOf({ details: { path: '/a', newPath: '/b' } })).toBe('/a');
  expect(objectOf({})).toBe('');
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
