import { createHash } from 'node:crypto';
import { link, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PlatformSchema } from '../../../platform/database/data-source.js';
import { ArchiveCheck } from './archive-check.service.js';
import type { Manifest } from './manifest.js';

class First {}
const check = new ArchiveCheck(new PlatformSchema({ entities: [], migrations: [First] }));
const never = new AbortController().signal;
const table = 'database/user_account.copy.gz';

let base: string;
let dir: string;
let manifest: Manifest;

const sealOf = (path: string, content: string | Buffer) => ({
  path,
  bytes: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});
const facts = { mtimeMs: 1, ctimeMs: 1, permissions: 0o600, identity: '1:2:3' };
const listed = (path: string, content: string) => ({
  ...sealOf(path, content),
  ...facts,
  mode: 'file',
});
const folder = (path: string) => ({ path, bytes: 0, ...facts, mode: 'dir', sha256: '' });

async function addPart(path: string, content: string | Buffer): Promise<void> {
  await writeFile(join(dir, path), content);
  manifest.parts = [...manifest.parts.filter((part) => part.path !== path), sealOf(path, content)];
}

const setList = (entries: readonly object[]): Promise<void> =>
  addPart(
    'files.jsonl.gz',
    gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  );

const writeManifest = (changes: object = {}): Promise<void> =>
  writeFile(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));

const judge = (): Promise<unknown> =>
  check
    .check(dir, () => undefined, never)
    .then(
      () => 'sound',
      (error: unknown) => (error as { code?: string }).code ?? error,
    );

const entries = [folder('home'), listed('home/a.txt', 'hello'), listed('home/云.txt', '')];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'clusterdesk-archive-'));
  dir = join(base, 'archive');
  await mkdir(join(dir, 'database'), { recursive: true });
  await mkdir(join(dir, 'files/home'), { recursive: true });
  await writeFile(join(dir, 'files/home/a.txt'), 'hello');
  await writeFile(join(dir, 'files/home/云.txt'), '');
  manifest = {
    product: 'clusterdesk',
    format: 1,
    id: '00000000-0000-4000-8000-000000000000',
    version: '1.0.0',
    lastMigration: 'First',
    takenAt: '2026-01-01T00:00:00.000Z',
    parts: [],
    tables: [{ name: 'user_account', columns: ['id'], rows: 1, path: table }],
    sequences: [],
    files: { count: 2, bytes: 5, list: 'files.jsonl.gz' },
  };
  await addPart(table, gzipSync('1\n'));
  await addPart('recovery.json', '{}');
  await setList(entries);
  await writeManifest();
});
afterEach(() => rm(base, { recursive: true }));

describe('an archive', () => {
  it('that is as it was written is sound, and all of it was read', async () => {
    let bytes = 0;
    expect(await check.check(dir, (more) => (bytes += more), never)).toEqual(manifest);
    expect(bytes).toBe(manifest.parts.reduce((sum, part) => sum + part.bytes, 5));
  });

  it.each<[string, () => Promise<void>]>([
    ['a byte of its rows is another', () => writeFile(join(dir, table), gzipSync('2\n'))],
    ['its rows are cut off', () => truncate(join(dir, table), 10)],
    ['a part is missing', () => rm(join(dir, 'recovery.json'))],
    ['there is a file besides', () => writeFile(join(dir, 'more'), '')],
    ['there are rows besides', () => writeFile(join(dir, 'database/x.copy.gz'), '')],
    ['a byte of a file is another', () => writeFile(join(dir, 'files/home/a.txt'), 'hellO')],
    ['a file is missing', () => rm(join(dir, 'files/home/a.txt'))],
    ['a file is no longer listed', () => setAndWrite(entries.slice(0, 2))],
    [
      'a file is listed twice in place of another',
      () => setAndWrite([...entries.slice(0, 2), listed('home/a.txt', 'hello')]),
    ],
    [
      'a file is listed twice by two names in place of another',
      async () => {
        await mkdir(join(dir, 'files/.raw'));
        await writeFile(join(dir, 'files/.raw/1'), '');
        await writeFile(join(dir, 'files/.raw/2'), '');
        await setAndWrite([
          ...entries,
          ...['home/语', 'home/语言'].map((path) => ({
            ...listed('.raw/1', ''),
            pathBase64: Buffer.from(path).toString('base64'),
          })),
        ]);
      },
    ],
    ['there is a file that is not listed', () => writeFile(join(dir, 'files/b'), '')],
    ['the list is no list', () => setAndWrite([{ hello: 1 }])],
    ['a line of the list has no end', () => setAndWrite([folder('x'.repeat(1_000_000))])],
    [
      'the list is not compressed',
      async () => {
        await addPart('files.jsonl.gz', 'hello');
        await writeManifest();
      },
    ],
    ['a folder is missing', () => setAndWrite(entries.toSpliced(2, 0, folder('home/none')))],
    ['a line leads out', () => setAndWrite([...entries, listed('../../etc/passwd', '')])],
    ['a line is absolute', () => setAndWrite([...entries, listed('/etc/passwd', '')])],
    ['a line has a part that is empty', () => setAndWrite([...entries, folder('home//x')])],
    [
      'a link is in the place of a file',
      async () => {
        await rename(join(dir, 'files/home/a.txt'), join(dir, '../elsewhere-a.txt'));
        await symlink(join(dir, '../elsewhere-a.txt'), join(dir, 'files/home/a.txt'));
      },
    ],
    [
      'a link is in the place of a folder',
      async () => {
        const elsewhere = `${dir}-elsewhere`;
        await rename(join(dir, 'files/home'), elsewhere);
        await symlink(elsewhere, join(dir, 'files/home'));
      },
    ],
    [
      'its rows are a link',
      async () => {
        await rename(join(dir, table), `${dir}-rows`);
        await symlink(`${dir}-rows`, join(dir, table));
      },
    ],
    ['a table is in no part', () => writeManifest({ parts: manifest.parts.slice(1) })],
    ['its manifest is of another shape', () => writeManifest({ tables: 'all' })],
    [
      'its manifest names a part that leads out',
      () => writeManifest({ parts: [...manifest.parts, sealOf('database/../../x.copy.gz', '')] }),
    ],
  ])('is damaged when %s', async (_, alter) => {
    await alter();
    expect(await judge()).toBe('BACKUP_DAMAGED');
  });

  it.each<[string, string, () => Promise<void>]>([
    ['BACKUP_NEWER', 'a later version laid it out', () => writeManifest({ format: 3, tables: 0 })],
    ['BACKUP_NEWER', 'it has later tables', () => writeManifest({ lastMigration: 'Second' })],
    ['BACKUP_FOREIGN', 'it is another product’s', () => writeManifest({ product: 'other' })],
    ['BACKUP_FOREIGN', 'it has no manifest', () => rm(join(dir, 'manifest.json'))],
    ['BACKUP_FOREIGN', 'its manifest is no JSON', () => truncate(join(dir, 'manifest.json'), 9)],
  ])('is %s when %s', async (code, _, alter) => {
    await alter();
    expect(await judge()).toBe(code);
  });

  it('may share files with another one', async () => {
    await link(join(dir, 'files/home/a.txt'), `${dir}-shared`);
    expect(await judge()).toBe('sound');
    await rm(`${dir}-shared`);
  });

  it('is no longer read when nobody waits for it', async () => {
    await expect(
      check.check(dir, () => undefined, AbortSignal.abort(new Error('enough'))),
    ).rejects.toThrow('enough');
  });
});

async function setAndWrite(lines: readonly object[]): Promise<void> {
  await setList(lines);
  await writeManifest();
}
