import { expect, test } from '@jest/globals';
import { keepJobDraft, readJobDraft } from './job-draft.js';

/** A storage of the browser, as far as drafts use it. */
class FakeStorage implements Storage {
  readonly #items = new Map<string, string>();
  [name: string]: unknown;
  get length(): number {
    return this.#items.size;
  }
  clear = (): void => this.#items.clear();
  key = (index: number): string | null => [...this.#items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  removeItem = (key: string): void => void this.#items.delete(key);
  setItem = (key: string, value: string): void => void this.#items.set(key, value);
}

test('keeps one draft for each user, until it is submitted', () => {
  const storage = new FakeStorage();
  expect(readJobDraft(storage, '1')).toBeNull();
  expect(keepJobDraft(storage, '1', { jobName: 'align', cpus: null })).toBe(true);
  expect(readJobDraft(storage, '1')).toEqual({ jobName: 'align', cpus: null });
  expect(readJobDraft(storage, '2')).toBeNull();
  keepJobDraft(storage, '1', null);
  expect(readJobDraft(storage, '1')).toBeNull();
});

test('says so where the storage is full, and reads nothing strange', () => {
  const storage = new FakeStorage();
  storage.setItem('clusterdesk.jobDraft.1', '{"cpus":"many"}');
  expect(readJobDraft(storage, '1')).toBeNull();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(keepJobDraft(storage, '1', { jobName: 'a' })).toBe(false);
});
