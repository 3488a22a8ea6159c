import { expect, it } from '@jest/globals';
import { TransferLane } from './transfer-lane.js';

it('lets one task run at a time, the others in the order they asked', () => {
  const lane = new TransferLane();
  const turns: string[] = [];
  for (const id of ['a', 'b', 'c']) {
    lane.request(id, () => turns.push(id));
    lane.request(id, () => turns.push('again'));
  }
  expect(turns).toEqual(['a']);
  expect(lane.hasTurn('b')).toBe(false);
  lane.leave('b');
  expect(turns).toEqual(['a']);
  lane.leave('a');
  expect(turns).toEqual(['a', 'c']);
  expect(lane.isBusy()).toBe(true);
  lane.leave('c');
  expect(lane.isBusy()).toBe(false);
});
