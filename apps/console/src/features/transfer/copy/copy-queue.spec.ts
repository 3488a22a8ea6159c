import type { CopyState } from '@clusterdesk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { changesOf } from '../../../shared/file-browser/file-space.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { CopyQueue } from './copy-queue.js';

const state: CopyState = {
  copyId: 'c1',
  state: 'copying',
  from: { space: 'disk' },
  to: { space: 'disk' },
  dir: '/',
  name: 'a',
  entries: 1,
  doneBytes: 0,
  totalBytes: 10,
  doneFiles: 0,
  totalFiles: 1,
  message: '',
};

const { space: fake } = new FakeSpace([]);
const space = { ...fake, changes: { ...changesOf(fake), copy: () => Promise.resolve(state) } };

const memory = new Map<string, string>();
const storage: Storage = {
  length: 0,
  clear: () => memory.clear(),
  key: () => null,
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};
const fetchMock = jest.fn(() =>
  Promise.resolve(
    new Response(JSON.stringify({ success: true, code: 200, message: '', result: state })),
  ),
);

beforeEach(() => {
  jest.useFakeTimers();
  memory.clear();
  fetchMock.mockClear();
  Object.assign(globalThis, { fetch: fetchMock, localStorage: storage, sessionStorage: storage });
});
afterEach(() => void jest.useRealTimers());

it('follows a copy that another call has begun, once it is known', () => {
  const queue = new CopyQueue(storage, 'one');
  const from = { space: 'share' as const, spaceId: 's' };
  queue.follow({ ...state, from });
  expect(queue.getView()).toMatchObject([{ id: 'c1', from, state: 'copying' }]);
  queue.handleProgress({ ...state, state: 'copying', doneBytes: 5 });
  expect(queue.getView()).toMatchObject([{ doneBytes: 5 }]);
});

it('asks nothing any more when the session is over', async () => {
  const queue = new CopyQueue(storage, 'one');
  queue.restore();
  await queue.copy(space, ['/a'], '/b', '2');
  await jest.advanceTimersByTimeAsync(10_000);
  const { length } = fetchMock.mock.calls;
  expect(length).toBeGreaterThan(1);
  queue.dispose();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(fetchMock).toHaveBeenCalledTimes(length);
});
