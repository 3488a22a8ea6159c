import { expect, it } from '@jest/globals';
import { paged } from './tiles.js';

it('pads the last page with empty tiles', () => {
  expect(paged([1, 2, 3, 4], 3)).toEqual([
    [1, 2, 3],
    [4, null, null],
  ]);
});

it('makes no page of nothing and no empty page after a full one', () => {
  expect(paged([], 15)).toEqual([]);
  expect(paged([1, 2], 2)).toEqual([[1, 2]]);
});
