import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeArchive } from '@clusterdesk/tests/server/made-backup.js';
import { extract } from 'tar-stream';
import { readManifest } from './archive-entries.js';
import { ArchiveTar } from './archive-tar.js';
import { tarHeader } from './tar-header.js';

const files: Record<string, Buffer> = {
  'home/空/': Buffer.alloc(0),
  'home/ann/': Buffer.alloc(0),
  'home/ann/empty': Buffer.alloc(0),
  'home/ann/exactly-a-block': randomBytes(512),
  'home/ann/中文 名字.dat': randomBytes(700),
  [`home/ann/${'deep/'.repeat(40)}end`]: randomBytes(1),
  'home/ann/large': randomBytes(600_000),
};

let dir: string;
let tar: ArchiveTar;
let whole: Buffer;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-tar-'));
  // Links are in the list.
  const made = { ...files, 'home/ann/link': '/etc/passwd' };
  await writeArchive(dir, '5f3c6f9e-2b1a-4a54-9f5e-0f6f6c2f9a11', made);
  tar = new ArchiveTar(dir, await readManifest(dir));
  whole = await bytes(0, await tar.measure());
});
afterAll(() => rm(dir, { recursive: true }));

const bytes = async (start: number, end: number): Promise<Buffer> =>
  Buffer.concat(await Readable.from(tar.read(start, end)).toArray());

async function unpack(data: Buffer): Promise<[string, Buffer][]> {
  const entries = extract();
  entries.end(data);
  const found: [string, Buffer][] = [];
  for await (const entry of entries) {
    const pieces: Buffer[] = [];
    for await (const piece of entry as AsyncIterable<Buffer>) {
      pieces.push(piece);
    }
    found.push([entry.header.name, Buffer.concat(pieces)]);
  }
  return found;
}

describe('an archive as a tar', () => {
  it('is as long as it was measured, and holds manifest, parts and files in their order', async () => {
    expect(whole.length).toBe(await tar.measure());
    const found = await unpack(whole);
    expect(found.map(([name]) => name)).toEqual([
      'manifest.json',
      'database/user_account.copy.gz',
      'recovery.json',
      'files.jsonl.gz',
      // Folders come with what is in them.
      ...Object.keys(files)
        .filter((path) => !path.endsWith('/'))
        .map((path) => `files/${path}`),
    ]);
    for (const [name, data] of found.slice(4)) {
      expect(data.equals(files[name.slice('files/'.length)] ?? Buffer.from('none'))).toBe(true);
    }
  });

  it('gives the same bytes from any offset on', async () => {
    const total = whole.length;
    const offsets = [0, 1, 511, 512, 513, total - 1025, total - 1, 5_000, 100_000];
    for (const start of offsets) {
      for (const end of [start, start + 1, start + 700, total]) {
        const to = Math.min(end, total);
        expect((await bytes(start, to)).equals(whole.subarray(start, to))).toBe(true);
      }
    }
  });

  it('gives pieces of a bounded size', async () => {
    const pieces = (await Readable.from(tar.read(0, whole.length)).toArray()) as Buffer[];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000);
  });

  it('fails where a file is shorter than its list says', async () => {
    await truncate(join(dir, 'files/home/ann/large'), 10);
    await expect(bytes(0, whole.length)).rejects.toThrow('shorter');
  });
});

it('tells a size that no ustar field holds', async () => {
  const entries = extract();
  const header = tarHeader('large', 9 * 1024 ** 3, new Date(0));
  const found = new Promise((resolve) =>
    entries.once('entry', ({ name, size }) => resolve({ name, size })),
  );
  entries.write(header);
  expect(await found).toEqual({ name: 'large', size: 9 * 1024 ** 3 });
  entries.destroy();
});
