import { expect, it } from '@jest/globals';
import { changedOf, mergedValue } from './form-changes.js';

it('tells what was changed, down to a single switch', () => {
  const before = { name: 'a', note: null, days: 3, switches: { view: true, edit: false } };
  expect(changedOf(before, { ...before, note: '' })).toEqual({});
  expect(changedOf(before, { ...before, days: null })).toEqual({ days: null });
  expect(changedOf(before, { ...before, name: 'b', switches: { view: true, edit: true } })).toEqual(
    { name: 'b', switches: { edit: true } },
  );
});

it.each([
  ['theirs where one changed nothing', 'a', 'a', 'b', 'b'],
  ['one’s own where both changed it', 'a', 'mine', 'theirs', 'mine'],
  [
    'each switch by itself',
    { view: true, edit: false },
    { view: true, edit: true },
    { view: false, edit: false },
    { view: false, edit: true },
  ],
  ['each member of a list by itself', ['a', 'b'], ['a', 'c'], ['b', 'd'], ['d', 'c']],
])('a value that somebody else changed: %s', (_, base, mine, theirs, merged) => {
  expect(mergedValue(base, mine, theirs)).toEqual(merged);
});
