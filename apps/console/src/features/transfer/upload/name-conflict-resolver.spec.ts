import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.js';
import { FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { TransferQueue } from '../transfer-queue.js';
import { NameConflictResolver } from './name-conflict-resolver.js';
import { groupPicked } from './queue/upload-group.js';
import { UploadQueue } from './queue/upload-queue.js';

const away = (): ApiError => new ApiError(0, 'CONSOLE_SERVER_AWAY', 'Nobody answers.');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function checkWith(answers: (() => boolean)[]) {
  const started: string[] = [];
  const queue = new UploadQueue(
    {
      start: ({ entries }) => {
        started.push(...entries.map(({ item }) => item.fileName));
        return { stop: () => undefined };
      },
      discard: () => undefined,
    },
    new TransferQueue(),
    { onTaken: () => undefined, onStep: () => undefined, onGone: () => undefined },
  );
  let asked = 0;
  const { space } = new FakeSpace([], {
    checkName: async (_, name) => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return { sameName: answer?.() ?? false, newName: name };
    },
  });
  const resolver = new NameConflictResolver(
    queue,
    () => space,
    () => Promise.reject(new Error('no question was expected')),
  );
  const groups = groupPicked({ space: 'disk' }, '/', [
    { path: 'a.txt', file: new File(['a'], 'a.txt') },
  ]);
  queue.add(groups);
  return { queue, started, asked: () => asked, check: () => resolver.check(groups) };
}

const fail = (error: Error) => (): never => {
  throw error;
};

it('waits for the network before it asks about a name, as the upload itself does', async () => {
  const { queue, started, check } = checkWith([fail(away()), () => false]);
  const checked = check();
  await jest.advanceTimersByTimeAsync(1_000);
  await checked;
  expect(started).toEqual(['a.txt']);
  expect(queue.getView().failedCount).toBe(0);
});

it('takes a refusal as the end of it', async () => {
  const gone = new ApiError(404, 'FILE_NOT_FOUND', 'The folder is gone.');
  const { queue, started, asked, check } = checkWith([fail(gone)]);
  await check();
  expect([started, asked()]).toEqual([[], 1]);
  expect(queue.find()[0]?.item).toMatchObject({
    state: 'failed',
    problem: { message: 'The folder is gone.' },
  });
});

it('asks no more about what was cancelled while the network was away', async () => {
  const { queue, started, asked, check } = checkWith([
    () => {
      queue.cancel(queue.find());
      throw away();
    },
  ]);
  await check();
  expect([started, asked()]).toEqual([[], 1]);
});
