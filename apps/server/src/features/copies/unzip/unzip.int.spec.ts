import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type Envelope } from '@clusterdesk/contracts';
import { SpecCopies, type CopyAnswer } from '@clusterdesk/tests/features/copies-fixture.js';
import {
  zipByHand,
  zipFlags,
  type HandMadeEntry,
} from '@clusterdesk/tests/features/zip-by-hand.js';
import type { SpecPlatform, SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { copies } = endpoints;

let spec: SpecCopies;
let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  spec = await SpecCopies.open({ runs: { lookMs: 20 } });
  ({ platform, ann, bob } = spec);
});

afterAll(() => spec.close());

beforeEach(() => spec.reset());

const unzip = (path = '/to/data.zip', user: SpecUser | null = ann): Promise<Envelope<CopyAnswer>> =>
  platform.call(user, copies.unzip, { path });

async function unpack(entries: readonly HandMadeEntry[]): Promise<Envelope<CopyAnswer>> {
  await writeFile(join(ann.home, 'to/data.zip'), zipByHand(entries));
  return unzip();
}

const read = (path: string): Promise<string> => readFile(join(ann.home, 'to', path), 'utf8');

describe('unpacking', () => {
  it('makes a folder named like the archive beside it, with all that is in it', async () => {
    const answer = await unpack([
      { name: 'results/', mode: 0o40755 },
      { name: 'results/empty/', mode: 0o40755 },
      { name: 'results/run.sh', data: 'true', mode: 0o100755 },
      { name: './deep/without/entries.txt', data: 'text'.repeat(1_000) },
      { name: 'stored.bin', data: 'stored', method: 0 },
    ]);
    expect(answer).toMatchObject({
      success: true,
      result: {
        kind: 'unzip',
        state: 'done',
        name: 'data.zip',
        dir: '/to',
        placedPath: '/to/data',
        doneFiles: 3,
        totalFiles: 3,
        doneBytes: 4_010,
        totalBytes: 4_010,
        message: '',
      },
    });
    expect(await spec.inTarget()).toEqual([
      'data',
      'data.zip',
      'data/deep',
      'data/deep/without',
      'data/deep/without/entries.txt',
      'data/results',
      'data/results/empty',
      'data/results/run.sh',
      'data/stored.bin',
    ]);
    expect(await read('data/deep/without/entries.txt')).toBe('text'.repeat(1_000));
    expect((await stat(join(ann.home, 'to/data/results/run.sh'))).mode & 0o777).toBe(0o770);
    // The format's times have no zone: they are the platform's (Asia/Shanghai).
    const { mtime } = await stat(join(ann.home, 'to/data/stored.bin'));
    expect(mtime).toEqual(new Date('2021-02-03T04:34:56Z'));
    await spec.nothingStaged();
  });

  it('counts a name that is taken', async () => {
    await mkdir(join(ann.home, 'to/data'));
    expect((await unpack([{ name: 'a', data: 'a' }])).result.placedPath).toBe('/to/data (1)');
    expect(await read('data (1)/a')).toBe('a');
  });

  it('reads names of Chinese Windows, of UTF-8 that says nothing, and of old DOS', async () => {
    const gbk = Buffer.from('cafdbedd5cbde1b9fb2e747874', 'hex');
    await unpack([{ name: gbk, data: 'a', host: 0, mode: 0 }]);
    expect(await read('data/数据/结果.txt')).toBe('a');
    await unpack([{ name: '结果.txt', data: 'b' }]);
    expect(await read('data (1)/结果.txt')).toBe('b');
    await unpack([{ name: Buffer.from([0x82, 0x2e, 0x74]), data: 'c', host: 0 }]);
    expect(await read('data (2)/é.t')).toBe('c');
  });

  it('keeps names apart that differ in case, as the disk does', async () => {
    await unpack([
      { name: 'Data/a', data: '1' },
      { name: 'data/a', data: '2' },
    ]);
    expect(await read('data/Data/a')).toBe('1');
    expect(await read('data/data/a')).toBe('2');
  });

  it('puts what lies in one folder in two spellings into one', async () => {
    const [composed, apart] = ['\u00e9', 'e\u0301'];
    await unpack([
      { name: `${composed}/a`, data: '1' },
      { name: `${apart}/b`, data: '2' },
    ]);
    expect(await readdir(join(ann.home, 'to/data'))).toEqual([composed]);
    expect(await read(`data/${composed}/b`)).toBe('2');
  });

  it('reads an archive that another program made', async () => {
    // Python's zipfile, into a stream: zip64 fields, and the sizes only behind the bytes.
    const bytes = Buffer.from(
      'UEsDBC0ACAAAAAAAIQAAAAAA//////////8BABQALQEAEAAAAAAAAAAAAAAAAAAAAAAAc3RyZWFtZWQKUEsHCGoUteYJAAAAAAAAAAkAAAAAAAAAUEsBAi0DLQAIAAAAAAAhAGoUteYJAAAACQAAAAEAAAAAAAAAAAAAAIABAAAAAC1QSwUGAAAAAAEAAQAvAAAAVAAAAAAA',
      'base64',
    );
    await writeFile(join(ann.home, 'to/data.zip'), bytes);
    expect(await unzip()).toMatchObject({ success: true });
    expect(await read('data/-')).toBe('streamed\n');
  });
});

const plain = { name: 'first.txt', data: 'first' };

describe('an archive that may not be unpacked', () => {
  it.each<[string, HandMadeEntry[]]>([
    ['UNZIP_OUTSIDE', [{ name: '/etc/passwd', data: 'x' }]],
    ['UNZIP_OUTSIDE', [{ name: '../../bob/a', data: 'x' }]],
    ['UNZIP_OUTSIDE', [{ name: 'a/../../b', data: 'x' }]],
    ['UNZIP_OUTSIDE', [{ name: '..\\b', data: 'x', host: 0 }]],
    ['UNZIP_OUTSIDE', [{ name: 'C:\\Windows\\a', data: 'x', host: 0 }]],
    ['UNZIP_OUTSIDE', [{ name: 'c:/a', data: 'x' }]],
    ['UNZIP_OUTSIDE', [{ name: '\\\\server\\a', data: 'x', host: 0 }]],
    ['UNZIP_OUTSIDE', [{ name: '..', mode: 0o40755 }]],
    ['UNZIP_SPECIAL', [{ name: 'link', data: '/etc/passwd', mode: 0o120777 }]],
    ['UNZIP_SPECIAL', [{ name: 'device', mode: 0o60660 }]],
    ['UNZIP_SPECIAL', [{ name: 'pipe', mode: 0o10660 }]],
    ['UNZIP_ENCRYPTED', [{ name: 'secret', data: 'x', flags: zipFlags.encrypted }]],
    ['UNZIP_METHOD', [{ name: 'bz', data: 'x', method: 12 }]],
    ['UNZIP_NAME', [{ name: 'a\u0007b', data: 'x' }]],
    ['UNZIP_NAME', [{ name: 'nul\0.txt', data: 'x' }]],
    ['UNZIP_NAME', [{ name: Buffer.from([0xff, 0xfe]), data: 'x', flags: zipFlags.utf8 }]],
    ['UNZIP_NAME', [{ name: 'x'.repeat(256), data: 'x' }]],
    ['UNZIP_NAME', [{ name: `${'d/'.repeat(limits.maxPathDepth)}x`, data: 'x' }]],
    ['UNZIP_NAME', [{ name: '', data: 'x' }]],
    [
      'UNZIP_NAME_TWICE',
      [
        { name: 'a/b', data: '1' },
        { name: 'a/b', data: '2' },
      ],
    ],
    [
      'UNZIP_NAME_TWICE',
      [
        { name: '\u00e9', data: '1' },
        { name: 'e\u0301', data: '2' },
      ],
    ],
    [
      'UNZIP_NAME_TWICE',
      [
        { name: 'a', data: '1' },
        { name: 'a/b', data: '2' },
      ],
    ],
    [
      'UNZIP_NAME_TWICE',
      [
        { name: 'a/b', data: '1' },
        { name: 'a', data: '2' },
      ],
    ],
    ['UNZIP_DAMAGED', [{ name: 'crc', data: 'text', claims: { crc: 1 } }]],
    ['UNZIP_DAMAGED', [{ name: 'short', data: 'text', claims: { size: 3 } }]],
    ['UNZIP_DAMAGED', [{ name: 'long', data: 'text', claims: { size: 5 } }]],
    ['UNZIP_DAMAGED', [{ name: 'folder/', data: 'x', mode: 0o40755 }]],
    [
      'UNZIP_DAMAGED',
      Array.from({ length: 40 }, (_, n) => ({
        name: `same ${n}`,
        data: 'shared '.repeat(100),
        method: 0,
        isShadow: n > 0,
      })),
    ],
    ['UNZIP_TOO_LARGE', [{ name: 'bomb', data: 'x', claims: { size: 2 ** 31 } }]],
  ])('%s: says which entry, and leaves no trace', async (error, entries) => {
    const { success, message, result } = await unpack([plain, ...entries]);
    expect({ success, error: (result as unknown as { error: string }).error ?? message }).toEqual({
      success: false,
      error,
    });
    expect(await spec.inTarget()).toEqual(['data.zip']);
    await spec.nothingStaged();
  });

  it('is no archive, is cut off, or is a folder', async () => {
    await writeFile(join(ann.home, 'to/data.zip'), 'PK');
    expect(await unzip()).toMatchObject({ result: { error: 'UNZIP_NO_ARCHIVE' } });
    const whole = zipByHand([{ name: 'a', data: 'text' }]);
    await writeFile(join(ann.home, 'to/data.zip'), whole.subarray(0, whole.length - 30));
    expect(await unzip()).toMatchObject({ result: { error: 'UNZIP_NO_ARCHIVE' } });
    expect((await unzip('/to')).success).toBe(false);
    expect((await unzip('/')).success).toBe(false);
    expect(await unzip('/to/nothing.zip')).toMatchObject({ code: 404 });
  });

  it('has more entries than the limit, whole folders counted that only stand in paths', async () => {
    const deep = 'd/'.repeat(200);
    const many = Array.from({ length: 510 }, (_, n) => ({ name: `${n}/${deep}x`, method: 0 }));
    expect(await unpack(many)).toMatchObject({ result: { error: 'UNZIP_TOO_MANY' } });
  });
});

describe('room for what is unpacked', () => {
  it('is held in the quota before anything is written', async () => {
    await platform.query(
      `INSERT INTO disk_account (user_id, used_bytes, quota_bytes, measured_at) VALUES ($1, 5, 1000, now())
       ON CONFLICT (user_id) DO UPDATE SET used_bytes = 5, quota_bytes = 1000, measured_at = now()`,
      [ann.id],
    );
    try {
      expect(await unpack([{ name: 'zeros', data: Buffer.alloc(5_000) }])).toMatchObject({
        success: false,
        result: { error: 'SPACE_QUOTA_EXCEEDED' },
      });
    } finally {
      await platform.query('UPDATE disk_account SET quota_bytes = NULL WHERE user_id = $1', [
        ann.id,
      ]);
    }
    expect(await spec.inTarget()).toEqual(['data.zip']);
  });
});

it('is for the owner of the disk alone', async () => {
  await writeFile(join(ann.home, 'to/data.zip'), zipByHand([plain]));
  expect(await unzip('/to/data.zip', bob)).toMatchObject({ code: 404 });
  expect(await unzip('/to/data.zip', null)).toMatchObject({ code: 401 });
  expect(await unzip('/../ann/to/data.zip', bob)).toMatchObject({ success: false });
});
