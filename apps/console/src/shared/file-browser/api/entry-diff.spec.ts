import { describe, expect, it } from '@jest/globals';
import { EntryDiff } from './entry-diff.js';
import type { FileEntry } from '../file-space.js';

const entry = (name: string, size = 1): FileEntry => ({
  path: `/${name}`,
  localPath: name,
  directory: false,
  fileType: '',
  size,
  createDate: '2026-11-21 00:00:00',
});
const part = (from: number, names: string) => ({
  from,
  items: [...names].map((name) => entry(name)),
});

describe('a folder that is here whole', () => {
  it('tells what came and what changed, not what was there at first or left', () => {
    const diff = new EntryDiff();
    expect(diff.update('name', 3, [part(0, 'abc')])).toEqual([]);
    expect(diff.update('name', 3, [part(0, 'abd')])).toEqual(['/d']);
    const changed = { from: 0, items: [entry('a', 2), entry('b'), entry('d')] };
    expect(diff.update('name', 3, [changed])).toEqual(['/a']);
  });

  it('tells again what left and came back', () => {
    const diff = new EntryDiff();
    diff.update('name', 2, [part(0, 'ab')]);
    diff.update('name', 1, [part(0, 'a')]);
    expect(diff.update('name', 2, [part(0, 'ab')])).toEqual(['/b']);
  });
});

describe('a folder that is here in parts', () => {
  it('finds nothing new in what is scrolled to', () => {
    const diff = new EntryDiff();
    diff.update('name', 9, [part(0, 'abc')]);
    expect(diff.update('name', 9, [part(3, 'def')])).toEqual([]);
    expect(diff.update('name', 9, [part(0, 'abc'), part(3, 'def')])).toEqual([]);
  });

  it('tells what came between known entries, not what slipped in at the edge', () => {
    const diff = new EntryDiff();
    diff.update('name', 9, [part(3, 'def')]);
    expect(diff.update('name', 10, [part(3, 'dXe')])).toEqual(['/X']);
    // `c` slipped in from above, `f` came back from below.
    expect(diff.update('name', 11, [part(3, 'cdX')])).toEqual([]);
    expect(diff.update('name', 10, [part(3, 'eft')])).toEqual([]);
  });

  it('tells what came first or last of all', () => {
    const diff = new EntryDiff();
    diff.update('name', 6, [part(0, 'abc'), part(3, 'def')]);
    expect(diff.update('name', 7, [part(0, 'Xab'), part(3, 'cdeZ')])).toEqual(['/X', '/Z']);
  });

  it('takes another order for another view', () => {
    const diff = new EntryDiff();
    diff.update('name', 9, [part(0, 'abc')]);
    expect(diff.update('size', 9, [part(0, 'aXc')])).toEqual([]);
  });
});
