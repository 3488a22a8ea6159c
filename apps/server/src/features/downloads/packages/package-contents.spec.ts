import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Space } from '../../spaces/space.js';
import { pinHandle, type PinnedFile } from '../sending/pinned-content.js';
import { packManifest } from './package-contents.js';
import type { ZipWriter } from './zip/zip-writer.js';

let folder: string;
let file: string;
let pinned: PinnedFile;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-contents-'));
  file = join(folder, 'one.txt');
  await writeFile(file, 'one');
  const handle = await open(file);
  pinned = await pinHandle(handle, '/one.txt');
  await handle.close();
});

afterEach(() => rm(folder, { recursive: true }));

/** Packs the file of the manifest, and does something while it is being read. */
function pack(whileRead: () => Promise<void>): Promise<void> {
  const space = { files: { openRead: () => open(file) } } as unknown as Space;
  const zip = { addFile: () => whileRead().then(() => 3) } as unknown as ZipWriter;
  const progress = { totalBytes: 3, totalFiles: 1, doneBytes: 0, doneFiles: 0 };
  const { signal } = new AbortController();
  return packManifest({ space, paths: ['/one.txt'], zip, progress, signal }, [pinned]);
}

it('packs what is as it was approved', async () => {
  await expect(pack(() => Promise.resolve())).resolves.toBeUndefined();
});

it('packs nothing of what changed before', async () => {
  await appendFile(file, ' and more');
  await expect(pack(() => Promise.resolve())).rejects.toMatchObject({
    code: 'DOWNLOAD_CONTENT_CHANGED',
  });
});

it('does not finish a package of what changes while it is read', async () => {
  await expect(pack(() => appendFile(file, ' and more'))).rejects.toMatchObject({
    code: 'DOWNLOAD_CONTENT_CHANGED',
  });
});
