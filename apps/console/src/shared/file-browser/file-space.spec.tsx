import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query.js';
import { createFolder, freeFolderName, removeItems, renameItem } from './api/change-files.js';
import { collectNames } from './api/collect.js';
import { entryNamed, useFolder, useSearch, type Folder } from './api/folder.js';
import { fileKeys, spaceKeyOf } from './file-space.js';
import { moveOrCopyEntries } from './move-copy/move-or-copy.js';
import { useSelection } from './selection/use-selection.js';
import { entryAt, FakeSpace } from './testing/fake-space.js';

/** A space that no feature of today has: what the browser needs of the disk beyond the port would show here. */
const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const byName = { key: 'name', isDescending: false } as const;
const namesOf = (folder: Folder): string[] =>
  folder.itemsHere(0, 10).map(({ localPath }) => localPath);

afterEach(() => queryClient.clear());

it('shows a folder of another space, and follows changes made through it', async () => {
  const { space, calls } = new FakeSpace(['/data/', '/data/b.csv', '/data/a.csv']);
  const { result } = renderHook(() => useFolder(space, '/data', byName), { wrapper });
  await waitFor(() => expect(result.current.total).toBe(2));
  expect(namesOf(result.current)).toEqual(['a.csv', 'b.csv']);
  expect(await freeFolderName(space, '/data', 'run')).toBe('run1');
  await act(async () => {
    await createFolder(space, '/data', 'run1');
    await renameItem(space, entryAt('/data/b.csv'), 'c.csv');
    await removeItems(space, ['/data/a.csv']);
  });
  await waitFor(() => expect(namesOf(result.current)).toEqual(['run1', 'c.csv']));
  expect(await collectNames(space, '/data')).toEqual(new Set(['run1', 'c.csv']));
  expect(calls.filter((call) => !call.startsWith('list'))).toEqual([
    'mkdir /data/run1',
    'rename /data/b.csv /data/c.csv',
    'remove /data/a.csv',
  ]);
});

it('searches another space by name, kind and time, and tells how far it came', async () => {
  const { space, calls } = new FakeSpace([
    '/data/',
    '/data/run.csv',
    '/data/run/',
    '/other/run.csv',
  ]);
  const { result } = renderHook(
    () => useSearch(space, '/data', 'run', { kind: 'data', changed: '..2026-11-20' }, byName),
    { wrapper },
  );
  await waitFor(() => expect(result.current.total).toBe(1));
  expect(result.current.itemAt(0)?.path).toBe('/data/run.csv');
  expect(result.current.found).toMatchObject({ searchedFolders: 3, cutBy: 'time' });
  expect(calls).toEqual(['find run in /data of data from 0']);
});

it('moves within the space and asks the space about taken names', async () => {
  const { space, calls } = new FakeSpace(['/a.csv', '/to/', '/to/a.csv']);
  const ask = jest.fn(() => Promise.resolve({ choice: 'keepBoth' as const, isForAll: false }));
  const copy = (): Promise<string> => Promise.reject(new Error('no copy was asked for'));
  await moveOrCopyEntries(space, 'move', [entryAt('/a.csv')], '/to', ask, copy);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(calls.filter((call) => call.startsWith('move'))).toEqual(['move /a.csv to /to by 2']);
});

it('knows an entry that came after the list was read', async () => {
  const { space } = new FakeSpace(['/a.csv']);
  const { result } = renderHook(() => useFolder(space, '/', byName), { wrapper });
  await waitFor(() => expect(result.current.total).toBe(1));
  await space.changes?.mkdir('/b');
  expect((await entryNamed(space, '/', 'b'))?.path).toBe('/b');
});

it('selects one entry at a time where the space wants that', async () => {
  const { space } = new FakeSpace(['/a', '/b', '/c']);
  const { result } = renderHook(
    () => {
      const folder = useFolder(space, '/', byName);
      return { folder, selection: useSelection(folder, space.select) };
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.folder.total).toBe(3));
  act(() => result.current.selection.select(0));
  act(() => result.current.selection.select(2, { toggles: true }));
  expect(result.current.selection.single?.path).toBe('/c');
  act(() => result.current.selection.all());
  expect(result.current.selection.count).toBe(1);
});

it('keeps the caches of two spaces apart, and knows one of a space that only shows', async () => {
  expect(spaceKeyOf({ space: 'disk' })).not.toBe(spaceKeyOf({ space: 'share', spaceId: 'disk' }));
  const one = fileKeys.all({ space: 'project', spaceId: 'p1' });
  expect(fileKeys.all({ space: 'project', spaceId: 'p2' })).not.toEqual(one);
  expect(fileKeys.list({ space: 'project', spaceId: 'p1' }, '/').slice(0, 2)).toEqual([...one]);
  const shown = { ...new FakeSpace([]).space };
  delete shown.changes;
  await expect(createFolder(shown, '/', 'x')).rejects.toThrow('only shown');
});
