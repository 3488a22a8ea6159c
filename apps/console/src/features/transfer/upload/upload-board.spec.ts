import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UploadBoard } from './upload-board.js';
import { groupPicked, type UploadGroup } from './upload-group.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function boardOf(group: UploadGroup): UploadBoard {
  return new UploadBoard(() => ({ groups: [group], isRunning: true }));
}

function movingGroup(): UploadGroup {
  const file = new File(['x'.repeat(1000)], 'a.bin');
  const [group] = groupPicked({ space: 'disk' }, '/', [{ file, path: 'a.bin' }]);
  if (!group?.items[0]) {
    throw new Error('nothing was picked');
  }
  group.items[0].state = 'uploading';
  return group;
}

function move(board: UploadBoard, group: UploadGroup): void {
  board.draw();
  jest.advanceTimersByTime(1_000);
  board.moved(500);
  board.touch(group);
  jest.advanceTimersByTime(200);
  expect(board.getView().bytesPerSecond).toBeGreaterThan(0);
}

it('lets the speed fall while nothing comes', () => {
  const group = movingGroup();
  const board = boardOf(group);
  move(board, group);
  jest.advanceTimersByTime(10_000);
  expect(board.getView().bytesPerSecond).toBe(0);
  expect(board.getView().secondsLeft).toBeNull();
});

it('tells no speed of what waits for the network', () => {
  const group = movingGroup();
  const board = boardOf(group);
  move(board, group);
  group.items.forEach((item) => (item.state = 'offline'));
  board.touch(group);
  jest.advanceTimersByTime(200);
  expect(board.getView().bytesPerSecond).toBe(0);
});
