import { describe, expect, it } from '@jest/globals';
import { withoutNestedPaths } from '../../platform/file-space/space-path.js';
import { commonParent, packageName } from './selection.js';

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
