import { expect, it } from '@jest/globals';
import { tilesIn } from './tiles-in.js';

it('finds the tiles a box touches, and none beyond the last', () => {
  const geometry = { perRow: 4, tileHeight: 100, padding: 0 };
  const box = { left: 150, top: 50, width: 100, height: 100 };
  expect(tilesIn(box, 400, 10, geometry)).toEqual([1, 2, 5, 6]);
  expect(tilesIn({ ...box, top: 250 }, 400, 10, geometry)).toEqual([9]);
  expect(tilesIn({ left: -50, top: -50, width: 60, height: 60 }, 400, 10, geometry)).toEqual([0]);
});
