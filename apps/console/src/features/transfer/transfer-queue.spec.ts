import { expect, it } from '@jest/globals';
import { TransferQueue } from './transfer-queue.js';

it('lets one task run at a time, the others in the order they asked', () => {
  const transferQueue = new TransferQueue();
  const turns: string[] = [];
  for (const id of ['a', 'b', 'c']) {
    transferQueue.request(id, () => turns.push(id));
    transferQueue.request(id, () => turns.push('again'));
  }
  expect(turns).toEqual(['a']);
  expect(transferQueue.hasTurn('b')).toBe(false);
  transferQueue.leave('b');
  expect(turns).toEqual(['a']);
  transferQueue.leave('a');
  expect(turns).toEqual(['a', 'c']);
  expect(transferQueue.isBusy()).toBe(true);
  transferQueue.leave('c');
  expect(transferQueue.isBusy()).toBe(false);
});
