import { describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { withoutNestedPaths } from '../../platform/file-space/space-path.js';
import { commonParent, measureSelection, packageName } from './selection.js';

describe('withoutNestedPaths', () => {
  it('drops what lies below another, and repetitions', () => {
    expect(withoutNestedPaths(['/a/b', '/a', '/ab', '/a/', '//c'])).toEqual(['/a', '/ab', '/c']);
    expect(withoutNestedPaths(['/', '/a'])).toEqual(['/']);
  });
});

describe('commonParent', () => {
  it.each([
    [['/a'], '/'],
    [['/a/b', '/a/c'], '/a'],
    [['/a/b/c', '/a/bc'], '/a'],
    [['/a/b', '/c'], '/'],
    [['/'], '/'],
  ])('of %j is %s', (paths, parent) => {
    expect(commonParent(paths)).toBe(parent);
  });
});

describe('packageName', () => {
  it('is that of the folder itself, or of the folder the entries are in', () => {
    expect(packageName(['/a/数据'])).toBe('数据.zip');
    expect(packageName(['/a/b', '/a/c'])).toBe('a.zip');
    expect(packageName(['/a', '/b'])).toBe('files.zip');
    expect(packageName(['/'])).toBe('files.zip');
  });
});

describe('measureSelection', () => {
  it.each(['/d', '/d/f'])(
    'tells a file in %s from one of its size and time that took its place',
    async (path) => {
      const base = await mkdtemp(join(tmpdir(), 'clusterdesk-selection-'));
      try {
        const root = join(base, 'root');
        const files = await FileSpace.open({ root, trash: join(base, 'trash') });
        const put = async (content: string): Promise<string> => {
          await writeFile(join(base, 'new'), content);
          await utimes(join(base, 'new'), 1, 1);
          await rename(join(base, 'new'), join(root, 'd/f'));
          return (await measureSelection(files, { space: 'disk', spaceId: '' }, [path]))
            .fingerprint;
        };
        await mkdir(join(root, 'd'));
        const before = await put('one');
        expect(
          (await measureSelection(files, { space: 'disk', spaceId: '' }, [path])).fingerprint,
        ).toBe(before);
        expect(await put('two')).not.toBe(before);
      } finally {
        await rm(base, { recursive: true });
      }
    },
  );
});
