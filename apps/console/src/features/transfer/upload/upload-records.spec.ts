import { limits } from '@clusterdesk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { groupPicked, setFile, type UploadGroup } from './queue/upload-group.js';
import { isSameChoice, skipDone, UploadRecords } from './upload-records.js';

class MemoryStorage implements Storage {
  private readonly entries = new Map<string, string>();
  get length(): number {
    return this.entries.size;
  }
  clear = (): void => this.entries.clear();
  getItem = (key: string): string | null => this.entries.get(key) ?? null;
  key = (index: number): string | null => [...this.entries.keys()][index] ?? null;
  removeItem = (key: string): void => void this.entries.delete(key);
  setItem = (key: string, value: string): void => void this.entries.set(key, value);
}

let storage: MemoryStorage;

beforeEach(() => {
  jest.useFakeTimers();
  storage = new MemoryStorage();
});
afterEach(() => {
  jest.useRealTimers();
});

const pick = (paths: string[], size = 3, lastModified = 5): UploadGroup => {
  const [group] = groupPicked(
    { space: 'disk' },
    '/x',
    paths.map((path) => ({ path, file: new File(['x'.repeat(size)], path, { lastModified }) })),
  );
  if (!group) {
    throw new Error('nothing picked');
  }
  return group;
};

it('shows what a closed window left at once, and of a silent one after a while', () => {
  new UploadRecords(storage, 'u').keep(pick(['a']));
  const next = new UploadRecords(storage, 'u');
  expect(next.unfinished()).toEqual([]); // the first window may be open still
  const crashed = new UploadRecords(storage, 'u');
  crashed.keep(pick(['b']));
  crashed.leave();
  expect(next.unfinished().map(({ chosenName }) => chosenName)).toEqual(['b']);
});

it("does not show other users', nor what the server has dropped by now", () => {
  const memory = new UploadRecords(storage, 'u');
  memory.keep(pick(['a']));
  memory.leave();
  memory.forget(pick(['other']));
  expect(new UploadRecords(storage, 'v').unfinished()).toEqual([]);
  expect(new UploadRecords(storage, 'u').unfinished()).toHaveLength(1);
  jest.setSystemTime(Date.now() + limits.uploadExpiryMs + 1);
  expect(new UploadRecords(storage, 'u').unfinished()).toEqual([]);
  expect(storage.length).toBe(0);
});

it('knows the same file again by size and date', () => {
  const memory = new UploadRecords(storage, 'u');
  memory.keep(pick(['a']));
  memory.leave();
  const record = new UploadRecords(storage, 'u').find(pick(['a']));
  if (!record) {
    throw new Error('forgotten');
  }
  expect(isSameChoice(pick(['a']), record)).toBe(true);
  expect(isSameChoice(pick(['a'], 4), record)).toBe(false);
  expect(isSameChoice(pick(['a'], 3, 6), record)).toBe(false);
});

it('does not go on a second time with what is on its way in this window, but with what stands still', () => {
  const memory = new UploadRecords(storage, 'u');
  const first = pick(['a']);
  memory.keep(first);
  for (const state of ['checking', 'waiting', 'uploading', 'offline'] as const) {
    first.items.forEach((item) => Object.assign(item, { state }));
    expect(memory.find(pick(['a']))).toBeNull();
  }
  first.items.forEach((item) => Object.assign(item, { state: 'paused' }));
  expect(memory.find(pick(['a']))?.chosenName).toBe('a');
  // Chosen again while the first was on its way: the end of the first leaves the record of the second.
  const second = pick(['a']);
  memory.keep(second);
  memory.forget(first);
  expect(storage.length).toBe(1);
  memory.forget(second);
  expect(storage.length).toBe(0);
});

it('skips the files of a folder that are in their places, unless they changed', () => {
  const memory = new UploadRecords(storage, 'u');
  const group = pick(['set/a', 'set/b', 'set/c']);
  memory.keep(group);
  group.items.slice(0, 2).forEach((item) => (item.state = 'complete'));
  memory.note(group);
  memory.leave();
  const record = new UploadRecords(storage, 'u').find(group);
  const again = pick(['set/a', 'set/b', 'set/c']);
  const [, b] = again.items;
  if (!record || !b) {
    throw new Error('forgotten');
  }
  setFile(b, new File(['changed'], 'b', { lastModified: 9 }));
  expect(skipDone(again, record)).toBe(1);
  expect(again.items.map(({ state }) => state)).toEqual(['complete', 'checking', 'checking']);
});
