import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endlessRoom } from '@clusterdesk/tests/features/endless-room.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { openPromise } from 'yauzl';
import { ZipWriter } from './zip-writer.js';

const GB = 1024 ** 3;
const then = new Date('2024-03-04T05:06:08Z');
const zone = 'Asia/Shanghai';

// In the long run gigabytes are written and read, on machines that may be busy.
jest.setTimeout(240_000);

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-zip-'));
});
afterAll(() => rm(dir, { recursive: true }));
afterEach(async () => {
  for (const name of await readdir(dir)) {
    await rm(join(dir, name), { recursive: true });
  }
});

function begin(): { zip: ZipWriter; path: string } {
  const path = join(dir, 'package.zip');
  return { zip: new ZipWriter(path, endlessRoom, zone, new AbortController().signal), path };
}

async function add(
  zip: ZipWriter,
  name: string,
  path: string,
  { sizeBytes, modifiedAt = then }: { sizeBytes?: number; modifiedAt?: Date } = {},
): Promise<number> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const file = { sizeBytes: sizeBytes ?? size, modifiedAt };
    return await zip.addFile(name, handle, file, () => undefined);
  } finally {
    await handle.close();
  }
}

async function addText(zip: ZipWriter, name: string, text: string): Promise<void> {
  const source = join(dir, 'text');
  await writeFile(source, text);
  await add(zip, name, source);
}

function unzipIn(timeZone: string, ...args: string[]): string {
  return execFileSync('unzip', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: timeZone },
  });
}
const unzip = (...args: string[]): string => unzipIn('UTC', ...args);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is alive in this process, in MB. */
function aliveMb(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/**
 * How much the process grew at any time while the work was done, in MB. What is over `limitMb` is looked at closely, every few
 * seconds: garbage that waits for its collection does not count, and how much there is depends on the specs that ran before.
 */
async function growthMb(limitMb: number, work: () => Promise<void>): Promise<number> {
  const alive = aliveMb();
  const resident = process.memoryUsage.rss() / 1e6;
  let most = 0;
  let closeLookAt = 0;
  const look = (): void => {
    const growth = process.memoryUsage.rss() / 1e6 - resident;
    if (growth <= limitMb) {
      most = Math.max(most, growth);
    } else if (performance.now() > closeLookAt) {
      most = Math.max(most, aliveMb() - alive);
      closeLookAt = performance.now() + 5_000;
    }
  };
  const timer = setInterval(look, 100);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}

/** In the long run also: that the process grew by no more than this. What it has in memory depends on the specs before it. */
async function inBoundedMemory(limitMb: number, work: () => Promise<void>): Promise<void> {
  if (isLongRun) {
    expect(await growthMb(limitMb, work)).toBeLessThanOrEqual(limitMb);
  } else {
    await work();
  }
}

/** Puts a hole before what was written, as if an entry of that size had come first. */
async function putHoleBefore(path: string, sizeBytes: number): Promise<void> {
  const written = await readFile(path);
  const handle = await open(path, 'w');
  await handle.write(written, 0, written.length, sizeBytes);
  await handle.close();
}

describe('zip64', () => {
  if (isLongRun) {
    it('is written for an entry over 4 GiB and for what comes behind the first 4 GiB', async () => {
      const sizeBytes = 4 * GB + 5;
      // A hole with an end: nothing to read from the disk, and yet every byte is packed.
      const large = join(dir, 'large.mp4');
      const handle = await open(large, 'w');
      await handle.write('end', sizeBytes - 3);
      await handle.close();
      const { zip, path } = begin();
      await inBoundedMemory(200, async () => {
        expect(await add(zip, 'large.mp4', large)).toBe(sizeBytes);
        await zip.addFolder('后', then);
        await addText(zip, '后/after.txt', 'behind it');
        await zip.finish();
      });
      expect((await stat(path)).size).toBeGreaterThan(sizeBytes);
      expect(unzip('-p', path, '后/after.txt')).toBe('behind it');
      expect(unzip('-tq', path)).toMatch(/^No errors detected/);
      const listed = execFileSync('zipinfo', ['-v', path, 'large.mp4'], { encoding: 'utf8' });
      expect(listed).toMatch(/compression method: +none \(stored\)/);
      expect(listed).toMatch(new RegExp(`uncompressed size: +${sizeBytes} bytes`));
      expect(listed).toContain('PKWARE 64-bit sizes');
    });
  }

  it('is written for what comes behind the first 4 GiB', async () => {
    const beforeBytes = 4 * GB + 5;
    const { zip, path } = begin();
    const archive = Reflect.get(zip, 'archive') as { offset: number };
    archive.offset = beforeBytes;
    await zip.addFolder('后', then);
    await addText(zip, '后/after.txt', 'behind it');
    await zip.finish();
    await putHoleBefore(path, beforeBytes);
    expect(unzip('-p', path, '后/after.txt')).toBe('behind it');
    expect(unzip('-tq', path)).toMatch(/^No errors detected/);
  });

  it('is written for more than 65,535 entries, without keeping them in memory', async () => {
    const count = 70_000;
    const { zip, path } = begin();
    await inBoundedMemory(300, async () => {
      for (let index = 0; index < count; index += 1) {
        await zip.addFolder(`folder ${Math.floor(index / 700)}/${index}`, then);
      }
      await zip.finish();
    });
    expect(execFileSync('zipinfo', ['-h', path], { encoding: 'utf8' })).toContain(
      `number of entries: ${count}`,
    );
    expect(unzip('-tq', path)).toMatch(/^No errors detected/);
  });
});

describe('times', () => {
  const moments = {
    'now.txt': '2024-03-04T05:06:08Z',
    'before 1980.txt': '1975-06-07T08:09:10Z',
    'after 2043.txt': '2050-12-31T20:00:00Z',
    'before all.txt': '1880-01-01T00:00:00Z',
    'after all.txt': '2110-01-01T00:00:00Z',
  };
  /** What the field without a zone says, as the platform's pages do, as far as it can. */
  const shown = {
    'now.txt': '2024-03-04 13:06:08',
    'before 1980.txt': '1980-01-01 00:00:00',
    'after 2043.txt': '2051-01-01 04:00:00',
    'before all.txt': '1980-01-01 00:00:00',
    'after all.txt': '2107-12-31 23:59:58',
  };

  it.each([
    ['small', 0],
    ['beyond 4 GiB', 4 * GB + 5],
  ])('in an archive that is %s are the same moments everywhere', async (_, beforeBytes) => {
    const { zip, path } = begin();
    Object.assign(Reflect.get(zip, 'archive') as { offset: number }, { offset: beforeBytes });
    await writeFile(join(dir, 'source'), 'content');
    for (const [name, time] of Object.entries(moments)) {
      await add(zip, name, join(dir, 'source'), { modifiedAt: new Date(time) });
    }
    await zip.finish();
    await putHoleBefore(path, beforeBytes);
    expect(unzip('-tq', path)).toMatch(/^No errors detected/);
    expect(await zonelessTimes(path)).toEqual(shown);
    for (const timeZone of [zone, 'UTC', 'America/St_Johns']) {
      const out = join(dir, timeZone.replace('/', '-'));
      unzipIn(timeZone, '-q', path, '-d', out);
      for (const name of ['now.txt', 'before 1980.txt'] as const) {
        expect((await stat(join(out, name))).mtime).toEqual(new Date(moments[name]));
      }
    }
    const late = await stat(join(dir, zone.replace('/', '-'), 'after 2043.txt'));
    expect(late.mtime).toEqual(new Date(moments['after 2043.txt']));
  });

  async function zonelessTimes(path: string): Promise<Record<string, string>> {
    const times: Record<string, string> = {};
    const file = await openPromise(path);
    for await (const {
      fileName,
      lastModFileDate: date,
      lastModFileTime: time,
    } of file.eachEntry()) {
      const day = [(date >> 9) + 1980, (date >> 5) & 15, date & 31].map(twoDigits).join('-');
      const clock = [time >> 11, (time >> 5) & 63, (time & 31) * 2].map(twoDigits).join(':');
      times[fileName] = `${day} ${clock}`;
    }
    return times;
  }
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
});

describe('names', () => {
  it('that other systems find difficult but can hold are kept', async () => {
    const names = [
      '结果 数据.txt',
      '🚀👩‍💻.txt',
      'e\u0301 combining',
      ' leading space',
      '.hidden',
      'console.txt',
      '-rf',
      "quote's",
      'semi;colon & more',
      'é'.repeat(127),
    ];
    const { zip, path } = begin();
    for (const name of names) {
      await addText(zip, name, 'content');
    }
    await zip.finish();
    expect(zip.renamed).toEqual([]);
    unzip('-q', path, '-d', join(dir, 'out'));
    expect((await readdir(join(dir, 'out'))).sort()).toEqual([...names].sort());
  });

  it('are those of `PortableNames`, and what was changed is noted', async () => {
    const { zip, path } = begin();
    await zip.addFolder('a:b', then);
    await addText(zip, 'a:b/x\u202egpj.exe', 'text');
    await addText(zip, '_packing-notes.txt', 'the user’s own');
    await zip.addNotes(zip.renamed);
    await zip.finish();
    expect(unzip('-Z1', path).trim().split('\n')).toEqual([
      'a_b/',
      'a_b/x_gpj.exe',
      '_packing-notes (1).txt',
      '_packing-notes.txt',
    ]);
    expect(unzip('-p', path, '_packing-notes.txt')).toBe(
      'a:b → a_b\na:b/x\\u{202e}gpj.exe → a_b/x_gpj.exe\n_packing-notes.txt → _packing-notes (1).txt\n',
    );
  });
});

describe('a file', () => {
  it('is deflated only when that makes it smaller', async () => {
    const { zip, path } = begin();
    const noise = randomBytes(2 * 1024 * 1024);
    const contents: Record<string, Buffer> = {
      'noise.bin': noise,
      'behind a header.h5': Buffer.concat([Buffer.alloc(64 * 1024), noise]),
      'text.csv': Buffer.alloc(2 * 1024 * 1024, '0.125,0.25,0.5\n'),
      'small.bin': noise.subarray(0, 1000),
      'said to be.mp4': Buffer.alloc(2 * 1024 * 1024),
    };
    for (const [name, content] of Object.entries(contents)) {
      await writeFile(join(dir, name), content);
      await add(zip, name, join(dir, name));
    }
    await zip.finish();
    const methods = unzip('-v', path)
      .split('\n')
      .flatMap((line) => {
        const name = Object.keys(contents).find((one) => line.endsWith(`  ${one}`));
        return name === undefined ? [] : [[name, / Stored /.test(line) ? 'stored' : 'deflated']];
      });
    expect(Object.fromEntries(methods)).toEqual({
      'noise.bin': 'stored',
      'behind a header.h5': 'stored',
      'text.csv': 'deflated',
      'small.bin': 'deflated',
      'said to be.mp4': 'stored',
    });
    expect(unzip('-tq', path)).toContain('No errors');
  });

  it('that grows is packed as far as was said, one that isCompressible as far as it goes', async () => {
    const source = join(dir, 'source');
    await writeFile(source, '0123456789');
    await appendFile(source, 'more');
    const { zip, path } = begin();
    expect(await add(zip, 'grown', source, { sizeBytes: 10 })).toBe(10);
    expect(await add(zip, 'shrunk', source, { sizeBytes: 1_000 })).toBe(14);
    expect(await add(zip, 'empty', source, { sizeBytes: 0 })).toBe(0);
    await zip.finish();
    expect(unzip('-p', path, 'grown')).toBe('0123456789');
    expect(unzip('-p', path, 'shrunk')).toBe('0123456789more');
  });
});

describe('an archive', () => {
  it('that cannot be written fails what is being added, and all after', async () => {
    const aborter = new AbortController();
    const zip = new ZipWriter(join(dir, 'aborted.zip'), endlessRoom, zone, aborter.signal);
    await addText(zip, 'first', 'x');
    const handle = await open('/dev/zero');
    const adding = zip.addFile(
      'endless.mp4',
      handle,
      { sizeBytes: 100 * GB, modifiedAt: then },
      () => undefined,
    );
    adding.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    aborter.abort();
    await expect(adding).rejects.toThrow();
    await expect(zip.addFolder('after', then)).rejects.toThrow();
    await zip.abort();
    await handle.close();
  });
});
