import { afterEach, expect, it, jest } from '@jest/globals';
import type { EntryTask, SpaceRef } from '@clusterdesk/contracts';
import { ApiError } from '../../api/api-error.js';
import { queryClient } from '../../api/query.js';
import { changesOf, type FileSpace } from '../file-space.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';

const beginTask = jest.fn((_: SpaceRef, task: EntryTask): Promise<void> => {
  tasks.push(task);
  return Promise.resolve();
});
jest.unstable_mockModule('../api/entry-tasks.js', () => ({ beginTask }));
const { moveOrCopyEntries } = await import('./move-or-copy.js');

/** What was begun as a task. */
let tasks: EntryTask[] = [];

/** What a folder `/to` holds already. */
const there = ['a.txt', 'b.txt'];
type Move = NonNullable<FileSpace['changes']>['move'];
const moveAll: Move = (paths) =>
  Promise.resolve(paths.map((path) => ({ path, newPath: `/to${path}` })));
let move = moveAll;
let moved: { paths: string[]; dir: string; operation: string }[] = [];

const fake = new FakeSpace([]).space;
const space: FileSpace = {
  ...fake,
  list: () => Promise.resolve(there.map((name) => entryAt(`/to/${name}`))),
  checkName: (_, name) =>
    Promise.resolve({ sameName: there.includes(name), newName: `${name} (1)` }),
  changes: {
    ...changesOf(fake),
    move: (paths, dir, operation) => {
      moved.push({ paths, dir, operation });
      return move(paths, dir, operation);
    },
  },
};
const item = entryAt;
type Rest = Parameters<typeof moveOrCopyEntries> extends [unknown, ...infer R] ? R : never;
const placeItems = (...rest: Rest) => moveOrCopyEntries(space, ...rest);

afterEach(() => {
  there.splice(0, there.length, 'a.txt', 'b.txt');
  move = moveAll;
  moved = [];
  tasks = [];
  queryClient.clear();
});

const moves = () => moved;
const noCopy = (): Promise<string> => Promise.reject(new Error('no copy was asked for'));

it('asks once for all, and sends free and taken names apart', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'keepBoth' as const, isForAll: true }));
  const items = ['/a.txt', '/b.txt', '/c.txt'].map(item);
  const { count } = await placeItems('move', items, '/to', ask, noCopy);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(count).toBe(3);
  expect(moves()).toEqual([
    { paths: ['/c.txt'], dir: '/to', operation: '0' },
    { paths: ['/a.txt', '/b.txt'], dir: '/to', operation: '2' },
  ]);
});

it('leaves out what the person leaves out', async () => {
  const choices = ['cancel', 'overwrite'] as const;
  let asked = 0;
  const ask = (): Promise<{ choice: 'cancel' | 'overwrite'; isForAll: boolean }> =>
    Promise.resolve({ choice: choices[asked++] ?? 'cancel', isForAll: false });
  await placeItems('move', ['/a.txt', '/b.txt'].map(item), '/to', ask, noCopy);
  const [only, ...others] = moves();
  expect(others).toEqual([]);
  expect(only?.operation).toBe('1');
  expect(only?.paths).toHaveLength(1);
});

it('copies beside the original without a question, and moves nothing to where it is', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'cancel' as const, isForAll: true }));
  const copied: unknown[] = [];
  const startCopy = (...copy: unknown[]): Promise<string> => {
    copied.push(copy);
    return Promise.resolve('id');
  };
  await placeItems('copy', [item('/to/a.txt')], '/to', ask, startCopy);
  await placeItems('move', [item('/to/a.txt')], '/to', ask, startCopy);
  expect(ask).not.toHaveBeenCalled();
  expect(copied).toEqual([[['/to/a.txt'], '/to', '2']]);
  expect(moves()).toEqual([]);
});

it('asks about what is saved from another space, though its path there looks like home', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'overwrite' as const, isForAll: false }));
  const saved: unknown[] = [];
  const startCopy = (...copy: unknown[]): Promise<string> => {
    saved.push(copy);
    return Promise.resolve('id');
  };
  const { copyIds } = await placeItems('save', [item('/to/a.txt')], '/to', ask, startCopy);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(saved).toEqual([[['/to/a.txt'], '/to', '1']]);
  expect([copyIds, moves()]).toEqual([['id'], []]);
});

/** Refuses the first move, as when somebody took a name after it was looked for; then moves. */
function refuseOnce(error: string, details: Record<string, unknown>, takes: string): void {
  move = () => {
    there.push(takes);
    move = moveAll;
    return Promise.reject(new ApiError(409, error, 'taken', {}, null, details));
  };
}

it('asks again when a name was taken between the question and the move', async () => {
  const { size, createDate: time } = item('/to/d.txt');
  const both = { there: { size, time }, mine: { size, time } };
  refuseOnce('FILE_NAME_TAKEN', { name: 'd.txt' }, 'd.txt');
  const ask = jest.fn(() => Promise.resolve({ choice: 'keepBoth' as const, isForAll: false }));
  const { count } = await placeItems('move', ['/c.txt', '/d.txt'].map(item), '/to', ask, noCopy);
  expect(ask.mock.calls).toEqual([
    // Its size and time as they are now: the list that the question goes by is older than the file.
    [{ name: 'd.txt', isFolder: false, newName: 'd.txt (1)', others: 0, files: both }],
  ]);
  expect(count).toBe(2);
  expect(moves().slice(1)).toEqual([
    { paths: ['/c.txt'], dir: '/to', operation: '0' },
    { paths: ['/d.txt'], dir: '/to', operation: '2' },
  ]);
});

it('goes on with what a move in parts left behind, and only with that', async () => {
  const details = { moved: ['/c.txt'], failed: ['/d.txt'] };
  refuseOnce('COPY_PARTLY_MOVED', details, 'd.txt');
  const ask = jest.fn(() => Promise.resolve({ choice: 'overwrite' as const, isForAll: false }));
  const { count, paths } = await placeItems(
    'move',
    ['/c.txt', '/d.txt'].map(item),
    '/to',
    ask,
    noCopy,
  );
  expect(moves().slice(1)).toEqual([{ paths: ['/d.txt'], dir: '/to', operation: '1' }]);
  expect(count).toBe(2);
  expect(paths).toEqual(['/to/c.txt', '/to/d.txt']);
});

it('asks again about a copy, and gives up on a refusal of another kind or without an end', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'keepBoth' as const, isForAll: false }));
  const refusing = (error: string) =>
    jest.fn(() => Promise.reject<string>(new ApiError(409, error, 'taken')));
  const other = refusing('COPY_SAME_NAME_TWICE');
  await expect(placeItems('copy', [item('/c.txt')], '/to', ask, other)).rejects.toThrow('taken');
  expect(other).toHaveBeenCalledTimes(1);
  const endless = refusing('FILE_NAME_TAKEN');
  await expect(placeItems('copy', [item('/c.txt')], '/to', ask, endless)).rejects.toThrow('taken');
  expect(endless).toHaveBeenCalledTimes(5);
  const taken = jest.fn((_paths: string[], _dir: string, operation: string) => {
    there.push('c.txt');
    return operation === '2'
      ? Promise.resolve('id')
      : Promise.reject<string>(new ApiError(409, 'FILE_NAME_TAKEN', 'taken'));
  });
  const { copyIds } = await placeItems('copy', [item('/c.txt')], '/to', ask, taken);
  expect(copyIds).toEqual(['id']);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('moves very many by a task, no more in one than a call takes', async () => {
  const many = Array.from({ length: 10_001 }, (_, index) => item(`/n${index}`));
  const ask = jest.fn(() => Promise.resolve({ choice: 'cancel' as const, isForAll: true }));
  const { count } = await placeItems('move', many, '/to', ask, noCopy);
  expect(tasks).toMatchObject([{ kind: 'move', dir: '/to', operation: '0' }]);
  expect(tasks.map((task) => 'paths' in task && task.paths.length)).toEqual([10_000]);
  expect(moves().map(({ paths }) => paths.length)).toEqual([1]);
  // The task tells of itself.
  expect(count).toBe(1);
});
