import type { PackageState, SpaceRef } from '@clusterdesk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import type { SessionStorage } from '../session-list.js';
import { TransferQueue } from '../transfer-queue.js';
import { DownloadQueue } from './download-queue.js';

const space: SpaceRef = { space: 'disk' };
const packing: PackageState = {
  packageId: 'p1',
  state: 'packing',
  doneBytes: 1,
  totalBytes: 9,
  doneFiles: 0,
  totalFiles: 1,
  token: null,
  message: '',
};

/** The storage of one tab. */
const storageOf = (stored = new Map<string, string>()): SessionStorage => ({
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
});
const openTab = (stored: Map<string, string>): DownloadQueue => {
  const queue = new DownloadQueue(
    new TransferQueue(),
    () => new FakeSpace([]).space,
    storageOf(stored),
    'one',
  );
  queue.restore();
  return queue;
};
const packagesOf = (queue: DownloadQueue) => queue.getView().map(({ packageId }) => packageId);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

it('is found again by a reload of its tab, and not by a tab that was duplicated from it', () => {
  const stored = new Map<string, string>();
  const tab = openTab(stored);
  tab.follow(space, ['/a', '/b'], packing);
  expect(packagesOf(openTab(new Map(stored)))).toEqual([]);
  tab.leave();
  expect(packagesOf(openTab(stored))).toEqual(['p1']);
  expect(packagesOf(openTab(new Map(stored)))).toEqual([]);
});
