import type { CopyState } from '@clusterdesk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { changesOf } from '../../../shared/file-browser/file-space.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { CopyQueue } from './copy-queue.js';

const state: CopyState = {
  copyId: 'c1',
  kind: 'copy',
  state: 'copying',
  from: { space: 'disk' },
  to: { space: 'disk' },
  dir: '/',
  name: 'a',
  placedPath: null,
  entries: 1,
  doneBytes: 0,
  totalBytes: 10,
  doneFiles: 0,
  totalFiles: 1,
  sha256: null,
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
/** What the server answers next. */
let answer: unknown;
const fetchMock = jest.fn((..._: unknown[]) =>
  Promise.resolve(
    new Response(JSON.stringify({ success: true, code: 200, message: '', result: answer })),
  ),
);

beforeEach(() => {
  jest.useFakeTimers();
  memory.clear();
  answer = [state];
  fetchMock.mockClear();
  Object.assign(globalThis, {
    fetch: fetchMock,
    localStorage: storage,
    sessionStorage: storage,
    document: { documentElement: {} },
  });
});
afterEach(() => void jest.useRealTimers());

it('shows what any window began, with its pace, and keeps its end until it is cleared', async () => {
  const queue = new CopyQueue();
  const from = { space: 'share' as const, spaceId: 's' };
  queue.handleProgress({ ...state, kind: 'unzip', from, state: 'waiting' });
  expect(queue.getView()).toMatchObject([{ id: 'c1', kind: 'unzip', from, state: 'waiting' }]);
  queue.handleProgress(state);
  jest.advanceTimersByTime(1_000);
  queue.handleProgress({ ...state, doneBytes: 5 });
  expect(queue.getView()).toMatchObject([{ bytesPerSecond: 5, secondsLeft: 1 }]);
  queue.handleProgress({ ...state, state: 'waiting' });
  expect(queue.getView()).toMatchObject([{ state: 'copying' }]);
  queue.handleProgress({ ...state, state: 'done', placedPath: '/a' });
  queue.handleProgress(state);
  jest.advanceTimersByTime(60_000);
  expect(queue.getView()).toMatchObject([{ state: 'done', placedPath: '/a', secondsLeft: null }]);
  answer = null;
  await queue.clear('c1');
  expect(queue.getView()).toEqual([]);
  // What was said before it was cleared comes late.
  queue.handleProgress({ ...state, state: 'done' });
  expect(queue.getView()).toEqual([]);
});

it('finds after a reload what is under way and what ended, the newest last', async () => {
  const queue = new CopyQueue();
  answer = [
    { ...state, copyId: 'new' },
    { ...state, copyId: 'old', state: 'failed', message: 'why' },
  ];
  await queue.refresh();
  expect(queue.getView().map(({ id }) => id)).toEqual(['old', 'new']);
  // Another window has cleared one, and no event came.
  answer = [{ ...state, copyId: 'new' }];
  await queue.refresh();
  expect(queue.getView().map(({ id }) => id)).toEqual(['new']);
  queue.forget(['new']);
  expect(queue.getView()).toEqual([]);
});

it('begins anew what failed, in place of it', async () => {
  const queue = new CopyQueue();
  queue.handleProgress({ ...state, state: 'failed' });
  answer = { ...state, copyId: 'c2', state: 'waiting' };
  await queue.retry('c1');
  expect(queue.getView()).toMatchObject([{ id: 'c2', state: 'waiting' }]);
});

it('asks nothing any more when the session is over', async () => {
  const queue = new CopyQueue();
  await queue.copy(space, ['/a'], '/b', '2');
  await jest.advanceTimersByTimeAsync(10_000);
  const { length } = fetchMock.mock.calls;
  expect(length).toBeGreaterThan(1);
  queue.dispose();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(fetchMock).toHaveBeenCalledTimes(length);
});
