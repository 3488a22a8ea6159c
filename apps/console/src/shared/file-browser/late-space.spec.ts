import { expect, it, jest } from '@jest/globals';
import { lateSpace } from './late-space.js';
import { FakeSpace } from './testing/fake-space.js';

const known = {
  ref: { space: 'project' as const, spaceId: 'p1' },
  rootLabel: () => 'Projects',
  folderPath: (dir: string) => `/there${dir}`,
};

it('knows its place at once, and fetches the real space once, at the first call', async () => {
  const { space, calls } = new FakeSpace(['/a.csv']);
  const load = jest.fn(() => Promise.resolve(space));
  const late = lateSpace(known, load);
  expect(late.folderPath('/a')).toBe('/there/a');
  expect(load).not.toHaveBeenCalled();
  expect((await late.checkName('/', 'a.csv')).sameName).toBe(true);
  await late.changes?.mkdirs(['/x'], new AbortController().signal);
  expect(calls).toEqual(['mkdirs /x']);
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that the code cannot be had, and tries again at the next call', async () => {
  const { space } = new FakeSpace([]);
  const load = jest
    .fn(() => Promise.resolve(space))
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const late = lateSpace(known, load);
  await expect(late.reads.preview('/a', new AbortController().signal)).rejects.toMatchObject({
    error: 'CONSOLE_CODE_MISSING',
  });
  expect(await late.reads.preview('/a', new AbortController().signal)).toBe('token of /a');
});

it('refuses changes where the real space only shows', async () => {
  const shown = { ...new FakeSpace([]).space };
  delete shown.changes;
  const late = lateSpace(known, () => Promise.resolve(shown));
  await expect(late.changes?.mkdir('/a')).rejects.toThrow('only shown');
});
