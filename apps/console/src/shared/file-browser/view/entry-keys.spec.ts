import { expect, it } from '@jest/globals';
import { entryKeys } from './entry-keys.js';

const drawn = (paths: readonly (string | undefined)[]): (string | number)[] => {
  const keyOf = entryKeys({
    itemAt: (index) => {
      const path = paths[index];
      return path === undefined ? undefined : { path };
    },
  });
  return paths.map((_, index) => keyOf(index));
};

it('names entries by their path, and those that are not here by their place', () => {
  expect(drawn(['/a', '/b', undefined, '/c'])).toEqual(['/a', '/b', 2, '/c']);
});

it('gives no name twice, though an entry stands on two pages', () => {
  expect(drawn(['/a', '/b', '/b', '/c'])).toEqual(['/a', '/b', 2, '/c']);
});
