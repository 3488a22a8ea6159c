import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { fsyncAndIdentify, type Conflict } from './placing/file-placing.js';
import { FileSpace } from './file-space.js';
import { SafeDirectory } from './safe-directory.js';

let base: string;
let root: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'file-space-'));
  root = join(base, 'home');
  space = await FileSpace.open({ root, trash: join(base, 'trash') });
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Puts text into the space as a finished upload would. */
async function put(path: string, text: string, conflict: Conflict = 'refuse'): Promise<string> {
  const staged = join(base, `staged-${Math.random()}`);
  await writeFile(staged, text);
  const identity = await fsyncAndIdentify(staged);
  const slash = path.lastIndexOf('/');
  const dir = path.slice(0, slash) || '/';
  return (await space.place(staged, identity, dir, path.slice(slash + 1), conflict)).path;
}

async function names(path = '/'): Promise<string[]> {
  return (await space.list(path, { language: 'en' })).map((entry) => entry.name);
}

describe('list', () => {
  it('shows folders first, then names in natural order', async () => {
    await space.mkdir('/z');
    for (const name of ['file10', 'file2', 'File1']) {
      await put(`/${name}`, name);
    }
    expect(await names()).toEqual(['z', 'File1', 'file2', 'file10']);
  });

  it('orders Chinese names by pinyin in Chinese', async () => {
    for (const name of ['张三', '李四', '阿一']) {
      await put(`/${name}`, '');
    }
    const listed = await space.list('/', { language: 'cn' });
    expect(listed.map((entry) => entry.name)).toEqual(['阿一', '李四', '张三']);
  });

  it('pages and sorts by size', async () => {
    for (const size of [3, 1, 2]) {
      await put(`/${size}`, 'x'.repeat(size));
    }
    const page = await space.list('/', {
      language: 'en',
      sort: 'size',
      order: 'desc',
      size: 2,
      pageNum: 0,
    });
    expect(page.map((entry) => entry.sizeBytes)).toEqual([3, 2]);
    const rest = await space.list('/', { language: 'en', size: 2, pageNum: 1 });
    expect(rest.map((entry) => entry.name)).toEqual(['3']);
  });

  // The time limit is for making the folder on a busy disk.
  it('lists 10,000 entries', async () => {
    await mkdir(join(root, 'many'));
    for (let i = 0; i < 10_000; i += 1) {
      writeFileSync(join(root, 'many', `entry ${i}.txt`), '');
    }
    const page = await space.list('/many', { language: 'cn', size: 1000 });
    expect(page.at(-1)?.name).toBe('entry 999.txt');
    expect(await names('/many')).toHaveLength(10_000);
  });

  it('answers 404 for a folder that is not there', async () => {
    await expect(space.list('/none', { language: 'en' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('find', () => {
  it('finds a part of a name, whatever its case, below the folder only', async () => {
    await space.makeDirs('/a/b');
    await put('/a/b/Bericht.TXT', '');
    await put('/bericht.txt', '');
    const found = await space.find('bericht', '/a');
    expect(found.entries.map((entry) => entry.path)).toEqual(['/a/b/Bericht.TXT']);
    expect(found).toMatchObject({ cutBy: null, searchedFolders: 2 });
  });

  it('finds another spelling of the same letters', async () => {
    await put(`/${'é'.normalize('NFD')}.txt`, '');
    expect((await space.find('é'.normalize('NFC'))).entries).toHaveLength(1);
  });

  it('stops at the limit and says so', async () => {
    for (let i = 0; i <= limits.searchMaxHits; i += 1) {
      await writeFile(join(root, `hit${i}`), '');
    }
    const found = await space.find('hit');
    expect(found.entries).toHaveLength(limits.searchMaxHits);
    expect(found.cutBy).toBe('count');
  });
});

describe('mkdir and makeDirs', () => {
  it('refuses a taken name and a missing parent', async () => {
    await space.mkdir('/a');
    await expect(space.mkdir('/a')).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN', status: 409 });
    await expect(space.mkdir('/x/y')).rejects.toMatchObject({ status: 404 });
  });

  it('makes what is missing and refuses a file in the way', async () => {
    expect(await space.makeDirs('/p/q/r')).toBe('/p/q/r');
    expect(await space.makeDirs('/p/q')).toBe('/p/q');
    await put('/p/file', '');
    await expect(space.makeDirs('/p/file/x')).rejects.toMatchObject({ code: 'FILE_NOT_A_FOLDER' });
  });

  it('is not open to others', async () => {
    await space.mkdir('/a');
    await put('/b', '');
    expect((await stat(join(root, 'a'))).mode & 0o007).toBe(0);
    expect((await stat(join(root, 'b'))).mode & 0o007).toBe(0);
  });
});

describe('move', () => {
  it('renames and moves files and folders', async () => {
    await space.makeDirs('/a/b');
    await put('/a/f', 'text');
    await space.move('/a/f', '/a/b/g');
    await space.move('/a/b', '/c');
    expect(await readFile(join(root, 'c/g'), 'utf8')).toBe('text');
    expect(await names('/a')).toEqual([]);
  });

  it('never replaces a file or a folder', async () => {
    await put('/f', 'f');
    await put('/g', 'g');
    await space.mkdir('/d');
    await space.mkdir('/e');
    for (const [from, to] of [
      ['/f', '/g'],
      ['/f', '/d'],
      ['/d', '/e'],
      ['/d', '/f'],
    ] as const) {
      await expect(space.move(from, to)).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    }
    expect(await readFile(join(root, 'g'), 'utf8')).toBe('g');
  });

  it('of many to one name lets exactly one win', async () => {
    const sources = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => put(`/s${i}`, `${i}`)));
    const outcomes = await Promise.allSettled(sources.map((from) => space.move(from, '/target')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await names()).toHaveLength(6);
  });

  it('changes the case or the spelling of a name', async () => {
    await put('/name', '');
    await space.move('/name', '/Name');
    const [nfd, nfc] = ['/é'.normalize('NFD'), '/é'.normalize('NFC')];
    await put(nfd, '');
    await space.move(nfd, nfc);
    expect(await readdir(root)).toEqual(expect.arrayContaining(['Name', nfc.slice(1)]));
    expect(await names()).toHaveLength(2);
  });

  it('refuses the root, and a folder into itself', async () => {
    await space.mkdir('/a');
    await expect(space.move('/', '/b')).rejects.toMatchObject({ code: 'FILE_ROOT_FIXED' });
    await expect(space.move('/a', '/')).rejects.toMatchObject({ code: 'FILE_ROOT_FIXED' });
    await expect(space.move('/a', '/a/b')).rejects.toMatchObject({ code: 'FILE_MOVE_INTO_ITSELF' });
  });
});

describe('toTrash', () => {
  it('keeps the content and where it was', async () => {
    await space.makeDirs('/a/b');
    await put('/a/b/f', 'text');
    const { id } = await space.toTrash('/a/b');
    expect(await names('/a')).toEqual([]);
    expect(await readFile(join(base, 'trash', id, 'b', 'f'), 'utf8')).toBe('text');
    const record: unknown = JSON.parse(await readFile(join(base, 'trash', `${id}.json`), 'utf8'));
    expect(record).toMatchObject({ path: '/a/b', isDirectory: true });
  });

  it('refuses the root', async () => {
    await expect(space.toTrash('/')).rejects.toMatchObject({ code: 'FILE_ROOT_FIXED' });
  });
});

describe('place', () => {
  it('refuses, replaces or keeps both', async () => {
    await put('/a.txt', 'one');
    await expect(put('/a.txt', 'two')).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one');
    expect(await put('/a.txt', 'three', 'keepBoth')).toBe('/a (1).txt');
    expect(await put('/a.txt', 'four', 'overwrite')).toBe('/a.txt');
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('four');
  });

  it('does not replace a folder by a file', async () => {
    await space.mkdir('/d');
    await expect(put('/d', '', 'overwrite')).rejects.toMatchObject({ code: 'FILE_IS_A_FOLDER' });
  });

  it('counts another spelling of a name as the same name, and another case as a different one', async () => {
    const [nfd, nfc] = ['é'.normalize('NFD'), 'é'.normalize('NFC')];
    await put(`/${nfd}`, 'old');
    await expect(put(`/${nfc}`, 'new')).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    await expect(space.mkdir(`/${nfc}`)).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    await put(`/${nfc}`, 'new', 'overwrite');
    expect(await names()).toEqual([nfd]);
    expect(await readFile(join(root, nfd), 'utf8')).toBe('new');
    await put('/K', '');
    await expect(put('/\u212A', '')).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    await put('/k', '');
    expect(await names()).toHaveLength(3);
  });

  it.each<Conflict>(['refuse', 'overwrite', 'keepBoth'])(
    'reads no folder for a name in Chinese (%s)',
    async (conflict) => {
      await put('/理论 (1).txt', 'old');
      const readings = jest.spyOn(SafeDirectory.prototype, 'names');
      const placed = await put('/理论.txt', 'new', conflict);
      await put('/\uF9E4论.txt', 'newer', 'keepBoth');
      expect(readings).not.toHaveBeenCalled();
      readings.mockRestore();
      expect(placed).toBe('/理论.txt');
      expect((await names()).sort()).toEqual(
        ['\uF9E4论 (2).txt', '理论 (1).txt', '理论.txt'].sort(),
      );
    },
  );

  it.each<Conflict>(['refuse', 'overwrite', 'keepBoth'])(
    'done twice after a crash changes nothing (%s)',
    async (conflict) => {
      const staged = join(base, 'staged');
      await writeFile(staged, 'text');
      const identity = await fsyncAndIdentify(staged);
      const first = await space.place(staged, identity, '/', 'a.txt', conflict);
      const again = await space.place(staged, identity, '/', 'a.txt', conflict);
      expect(again.path).toBe(first.path);
      expect(await names()).toEqual(['a.txt']);
    },
  );

  it('lets many at once keep both without losing one', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `text ${i}`);
    const paths = await Promise.all(texts.map((text) => put('/same.txt', text, 'keepBoth')));
    const kept = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
    expect(new Set(kept).size).toBe(12);
  });

  it('shows readers the old file or the new one while it is replaced', async () => {
    const [old, fresh] = ['a'.repeat(100_000), 'b'.repeat(50_000)];
    await put('/f', old);
    for (let round = 0; round < 30; round += 1) {
      const [seen] = await Promise.all([
        readFile(join(root, 'f'), 'utf8'),
        put('/f', round % 2 === 0 ? fresh : old, 'overwrite'),
      ]);
      expect([old, fresh]).toContain(seen);
    }
  });
});

describe('freeName', () => {
  it('numbers before the extension and stays a valid name', async () => {
    await put('/a.txt', '');
    await put('/a (1).txt', '');
    expect(await space.freeName('/', 'a.txt')).toBe('a (2).txt');
    expect(await space.freeName('/', 'b.txt')).toBe('b.txt');
    const long = `${'长'.repeat(83)}.txt`;
    await put(`/${long}`, '');
    const free = await space.freeName('/', long);
    expect(Buffer.byteLength(free)).toBeLessThanOrEqual(255);
    expect(free).toMatch(/^长+ \(1\)\.txt$/);
  });
});

describe('walk', () => {
  it('gives each folder before what is in it, empty ones too', async () => {
    await space.makeDirs('/a/empty');
    await put('/a/f', 'x');
    const paths: string[] = [];
    for await (const entry of space.walk('/')) {
      paths.push(entry.path);
    }
    expect(paths[0]).toBe('/a');
    expect(paths.sort()).toEqual(['/a', '/a/empty', '/a/f']);
  });
});

describe('openRead', () => {
  it('reads a file and refuses a folder', async () => {
    await put('/f', 'text');
    const handle = await space.openRead('/f');
    expect(await handle.readFile('utf8')).toBe('text');
    await handle.close();
    await space.mkdir('/d');
    await expect(space.openRead('/d')).rejects.toMatchObject({ code: 'FILE_IS_A_FOLDER' });
  });

  it('says that a program keeps others from opening a file', async () => {
    await put('/f', '');
    const [setLease, forWriting] = [1024, 1];
    const lease = `open my $file, "+<", $ARGV[0]; fcntl $file, ${setLease}, ${forWriting} or die; $SIG{IO} = "IGNORE"; $| = 1; print "held"; sleep 600`;
    const holder = spawn('perl', ['-e', lease, join(root, 'f')]);
    try {
      await once(holder.stdout, 'data');
      await expect(space.openRead('/f')).rejects.toMatchObject({ code: 'FILE_HELD' });
    } finally {
      holder.kill('SIGKILL');
    }
  });

  const asOrdinaryUser = process.geteuid?.() === 0 ? it.skip : it;
  asOrdinaryUser('says that the system refuses', async () => {
    await put('/f', '');
    await chmod(join(root, 'f'), 0);
    await expect(space.openRead('/f')).rejects.toMatchObject({ code: 'FILE_ACCESS_REFUSED' });
  });
});
