import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UploadStore } from './upload-store.js';
import { groupPicked, type UploadGroup } from './upload-group.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function boardOf(group: UploadGroup): UploadStore {
  return new UploadStore(() => ({ groups: [group], isRunning: true }));
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

function move(store: UploadStore, group: UploadGroup): void {
  store.draw();
  jest.advanceTimersByTime(1_000);
  store.moved(500);
  store.touch(group);
  jest.advanceTimersByTime(200);
  expect(store.getView().bytesPerSecond).toBeGreaterThan(0);
}

it('lets the speed fall while nothing comes', () => {
  const group = movingGroup();
  const store = boardOf(group);
  move(store, group);
  jest.advanceTimersByTime(10_000);
  expect(store.getView().bytesPerSecond).toBe(0);
  expect(store.getView().secondsLeft).toBeNull();
});

it('tells no speed of what waits for the network', () => {
  const group = movingGroup();
  const store = boardOf(group);
  move(store, group);
  group.items.forEach((item) => (item.state = 'offline'));
  store.touch(group);
  jest.advanceTimersByTime(200);
  expect(store.getView().bytesPerSecond).toBe(0);
});
