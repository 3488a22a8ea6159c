import { describe, expect, it } from '@jest/globals';
import type { DiskItem } from '@clusterdesk/contracts';
import { FreshFinder } from './fresh-finder.js';

const entry = (name: string, size = 1): DiskItem => ({
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
    const finder = new FreshFinder();
    expect(finder.look('name', 3, [part(0, 'abc')])).toEqual([]);
    expect(finder.look('name', 3, [part(0, 'abd')])).toEqual(['/d']);
    const changed = { from: 0, items: [entry('a', 2), entry('b'), entry('d')] };
    expect(finder.look('name', 3, [changed])).toEqual(['/a']);
  });

  it('tells again what left and came back', () => {
    const finder = new FreshFinder();
    finder.look('name', 2, [part(0, 'ab')]);
    finder.look('name', 1, [part(0, 'a')]);
    expect(finder.look('name', 2, [part(0, 'ab')])).toEqual(['/b']);
  });
});

describe('a folder that is here in parts', () => {
  it('finds nothing new in what is scrolled to', () => {
    const finder = new FreshFinder();
    finder.look('name', 9, [part(0, 'abc')]);
    expect(finder.look('name', 9, [part(3, 'def')])).toEqual([]);
    expect(finder.look('name', 9, [part(0, 'abc'), part(3, 'def')])).toEqual([]);
  });

  it('tells what came between known entries, not what slipped in at the edge', () => {
    const finder = new FreshFinder();
    finder.look('name', 9, [part(3, 'def')]);
    expect(finder.look('name', 10, [part(3, 'dXe')])).toEqual(['/X']);
    // `c` slipped in from above, `f` came back from below.
    expect(finder.look('name', 11, [part(3, 'cdX')])).toEqual([]);
    expect(finder.look('name', 10, [part(3, 'eft')])).toEqual([]);
  });

  it('tells what came first or last of all', () => {
    const finder = new FreshFinder();
    finder.look('name', 6, [part(0, 'abc'), part(3, 'def')]);
    expect(finder.look('name', 7, [part(0, 'Xab'), part(3, 'cdeZ')])).toEqual(['/X', '/Z']);
  });

  it('takes another order for another view', () => {
    const finder = new FreshFinder();
    finder.look('name', 9, [part(0, 'abc')]);
    expect(finder.look('size', 9, [part(0, 'aXc')])).toEqual([]);
  });
});
