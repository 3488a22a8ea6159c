import { describe, expect, it } from '@jest/globals';
import { pickedFromDrop } from './picked-file.js';

type Tree = { [name: string]: Tree | string | Error };

const unreadable = new Error('NotFoundError');

/** An entry as a drop gives it: text is a file, an error one that cannot be read. */
function entryOf(name: string, content: Tree | string | Error, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (typeof content === 'string' || content instanceof Error) {
    return {
      isDirectory: false,
      name,
      fullPath,
      file: (done: (file: File) => void, fail: (error: Error) => void) =>
        content instanceof Error ? fail(content) : done(new File([content], name)),
    } as unknown as FileSystemEntry;
  }
  const children = Object.entries(content).map(([child, of]) => entryOf(child, of, fullPath));
  return {
    isDirectory: true,
    name,
    fullPath,
    createReader: () => ({
      // As the browser does: a few at a time, nothing at the end.
      readEntries: (done: (entries: FileSystemEntry[]) => void, fail: (error: Error) => void) =>
        name === 'locked' ? fail(unreadable) : done(children.splice(0, 2)),
    }),
  } as unknown as FileSystemEntry;
}

const drop = (tree: Tree) =>
  pickedFromDrop(
    Object.entries(tree).map(
      ([name, content]) =>
        ({
          kind: 'file',
          webkitGetAsEntry: () => entryOf(name, content),
          getAsFile: () => null,
        }) as unknown as DataTransferItem,
    ),
  );

describe('what was dropped', () => {
  it('holds files in their order and folders with nothing in them', async () => {
    const { picked, unreadable: left } = await drop({
      'a.txt': 'a',
      set: { '1': '1', '2': '2', '3': '3', empty: {}, deep: { b: 'b' } },
    });
    expect(picked.map(({ file, path }) => [path, file !== null])).toEqual([
      ['a.txt', true],
      ['set/1', true],
      ['set/2', true],
      ['set/3', true],
      ['set/empty', false],
      ['set/deep/b', true],
    ]);
    expect(left).toEqual([]);
  });

  it('is not lost for a file or a folder in it that cannot be read; they are named', async () => {
    const { picked, unreadable: left } = await drop({
      set: { ok: 'x', broken: unreadable, locked: { hidden: 'y' }, last: 'z' },
      gone: unreadable,
    });
    expect(picked.map(({ path }) => path)).toEqual(['set/ok', 'set/last']);
    expect(left).toEqual(['set/broken', 'set/locked', 'gone']);
  });
});
