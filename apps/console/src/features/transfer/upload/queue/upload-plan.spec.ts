import { limits } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import type { UploadEntry } from '../engines/upload-engine.js';
import { groupPicked } from './upload-group.js';
import { nextUnit } from './upload-plan.js';

const entriesOf = (...files: [path: string, bytes: number][]): UploadEntry[] =>
  groupPicked(
    { space: 'disk' },
    '/',
    files.map(([path, bytes]) => ({ path, file: new File([new Uint8Array(bytes)], path) })),
  ).flatMap((group) => group.items.map((item) => ({ group, item })));

const units = (pending: UploadEntry[]): [string, string[]][] => {
  const taken: [string, string[]][] = [];
  for (let unit = nextUnit(pending); unit; unit = nextUnit(pending)) {
    taken.push([unit.kind, unit.entries.map(({ item }) => item.fileName)]);
  }
  return taken;
};

describe('nextUnit', () => {
  it('lets small files travel together, past the large ones between them', () => {
    const pending = entriesOf(['s/a', 1], ['s/big', limits.batchFileBytes + 1], ['s/b', 1]);
    expect(units(pending)).toEqual([
      ['batch', ['a', 'b']],
      ['file', ['big']],
    ]);
    expect(pending).toEqual([]);
  });

  it('fills a form up to its number of files and of bytes, and loses none', () => {
    const many = entriesOf(
      ...Array.from({ length: limits.batchFiles * 2 + 1 }, (_, index): [string, number] => [
        `s/${index}`,
        1,
      ]),
    );
    expect(units(many).map(([, names]) => names.length)).toEqual([
      limits.batchFiles,
      limits.batchFiles,
      1,
    ]);
    const perForm = limits.batchBytes / limits.batchFileBytes;
    const heavy = entriesOf(
      ...Array.from({ length: perForm + 1 }, (_, index): [string, number] => [
        `s/${index}`,
        limits.batchFileBytes,
      ]),
    );
    expect(units(heavy).map(([, names]) => names.length)).toEqual([perForm, 1]);
  });

  it('keeps apart what a form cannot say of one file', () => {
    const pending = entriesOf(['s/a', 1], ['s/b', 1], ['s/c', 1], ['s/d', 1]);
    Object.assign(pending[1]?.item ?? {}, { operation: '1' });
    Object.assign(pending[2]?.item ?? {}, { operation: '2' });
    expect(units(pending)).toEqual([
      ['batch', ['a', 'd']],
      ['batch', ['b']],
      ['file', ['c']],
    ]);
  });

  it.each(['quo"te', 'back\\slash', 'per%22cent', 'li\nne'])(
    'sends %j alone: a form would change its name',
    (name) => expect(units(entriesOf([`s/${name}`, 1]))).toEqual([['file', [name]]]),
  );

  it('leaves files of projects to tus', () => {
    const group = groupPicked({ space: 'project', spaceId: 'p' }, '/', [
      { path: 'a', file: new File(['x'], 'a') },
    ])[0];
    const pending = group ? group.items.map((item) => ({ group, item })) : [];
    expect(units(pending)).toEqual([['file', ['a']]]);
  });
});
