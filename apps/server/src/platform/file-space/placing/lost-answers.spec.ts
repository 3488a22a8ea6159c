import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FileSpace } from '../file-space.js';
import { SafeDirectory } from '../safe-directory.js';
import { fsyncAndIdentify, type Conflict } from './file-placing.js';

let base: string;
let root: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'lost-answers-'));
  root = join(base, 'root');
  space = await FileSpace.open({ root, trash: join(base, 'trash') });
  await mkdir(join(root, 'd'));
  await writeFile(join(root, 'f.txt'), 'content');
});

afterEach(async () => {
  jest.restoreAllMocks();
  await rm(base, { recursive: true, force: true });
});

type Call = 'linkFromPath' | 'renameFrom' | 'linkTo' | 'renameTo' | 'unlink';

/** The call happens, its answer is lost, and asked again the server says that there is nothing left to do: as of NFSv3. */
function loseAnswers(call: Call, code: 'EEXIST' | 'ENOENT'): void {
  const real = SafeDirectory.prototype[call] as (...parts: unknown[]) => Promise<void>;
  jest.spyOn(SafeDirectory.prototype, call).mockImplementation(async function (
    this: SafeDirectory,
    ...parts: unknown[]
  ) {
    await real.apply(this, parts);
    throw Object.assign(new Error(code), { code });
  });
}

async function place(name: string, conflict: Conflict): Promise<string> {
  const staged = join(base, 'staged');
  await writeFile(staged, 'uploaded');
  return (await space.place(staged, await fsyncAndIdentify(staged), '/', name, conflict)).path;
}

describe('a call that happened although its answer was lost', () => {
  it.each(['refuse', 'keepBoth'] as const)('places a file once (%s)', async (conflict) => {
    loseAnswers('linkFromPath', 'EEXIST');
    expect(await place('new.txt', conflict)).toBe('/new.txt');
    expect((await readdir(root)).sort()).toEqual(['d', 'f.txt', 'new.txt']);
    expect(await readdir(base)).not.toContain('staged');
  });

  it('replaces a file', async () => {
    loseAnswers('renameFrom', 'ENOENT');
    expect(await place('f.txt', 'overwrite')).toBe('/f.txt');
    expect(await readFile(join(root, 'f.txt'), 'utf8')).toBe('uploaded');
  });

  it.each([
    ['linkTo', 'EEXIST'],
    ['unlink', 'ENOENT'],
  ] as const)('moves a file, of which one name is left (%s)', async (call, code) => {
    loseAnswers(call, code);
    expect((await space.moveInto('/f.txt', '/d', 'refuse')).path).toBe('/d/f.txt');
    expect(await readFile(join(root, 'd/f.txt'), 'utf8')).toBe('content');
    expect(await readdir(root)).toEqual(['d']);
  });

  it('moves a folder, and puts things into the trash', async () => {
    await mkdir(join(root, 'tree'));
    await writeFile(join(root, 'tree/leaf'), 'leaf');
    loseAnswers('renameTo', 'ENOENT');
    expect((await space.moveInto('/tree', '/d', 'refuse')).path).toBe('/d/tree');
    await space.toTrash('/d/tree');
    expect(await readdir(join(root, 'd'))).toEqual([]);
    const { entries } = await space.trash.list(0, 10);
    expect(entries.map(({ path }) => path)).toEqual(['/d/tree']);
  });
});

describe('a call that did not happen', () => {
  it('does not pass for one that did', async () => {
    await writeFile(join(root, 'd/f.txt'), 'of somebody else');
    jest
      .spyOn(SafeDirectory.prototype, 'renameTo')
      .mockRejectedValue(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }));
    await mkdir(join(root, 'tree'));
    await expect(space.moveInto('/tree', '/d', 'refuse')).rejects.toThrow('FILE_NOT_FOUND');
    await expect(space.moveInto('/f.txt', '/d', 'refuse')).rejects.toThrow('FILE_NAME_TAKEN');
    expect(await readFile(join(root, 'f.txt'), 'utf8')).toBe('content');
  });
});
