import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, open, readdir, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadProgress } from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { heldWhilePlacing } from '@clusterdesk/tests/server/held-connections.js';
import { SpaceOperations } from '../spaces/operations/space-operations.service.js';
import { Staging } from '../spaces/storage/staging.js';
import { UploadSweeper } from './upload-sweeper.service.js';
import { UploadRepository } from './upload.repository.js';

let platform: SpecPlatform;
let tus: SpecTus;
let ann: SpecUser;
let socket: Socket;
let states: UploadProgress['state'][];

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  tus = new SpecTus(platform);
  ann = await platform.addUser('ann');
  socket = io(`${platform.baseUrl}/console`, {
    auth: { token: ann.token },
    transports: ['websocket'],
  });
  socket.on('uploadProgress', (event: UploadProgress) => void states.push(event.state));
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
});

afterAll(async () => {
  socket.close();
  await platform.close();
});

beforeEach(async () => {
  states = [];
  await platform.query('DELETE FROM upload');
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(ann.home, { recursive: true });
});

/** An upload that is whole, and whose process died `before` it placed the file, or after that and before it noted it. */
async function dieWhilePlacing(when: 'before' | 'after'): Promise<string> {
  const url = await tus.begin(ann, { fileName: 'f' });
  // As when the connection to PostgreSQL goes with the power.
  const powerCut = Object.assign(new Error('The power went.'), {
    code: 'ECONNRESET',
    syscall: 'read',
  });
  const died =
    when === 'before'
      ? jest.spyOn(platform.get(SpaceOperations), 'place').mockRejectedValue(powerCut)
      : jest.spyOn(platform.get(UploadRepository), 'notePlaced').mockRejectedValue(powerCut);
  try {
    expect((await tus.patch(ann, url, 0, 'text')).status).toBe(503);
  } finally {
    died.mockRestore();
  }
  await platform.query(
    `UPDATE upload SET quota_account = 'spec', quota_bytes = 4, created_at = now() - interval '2 minutes'`,
  );
  expect(await platform.query('SELECT 1 FROM upload WHERE file_identity IS NOT NULL')).toHaveLength(
    1,
  );
  return url;
}

async function wipeStaging(): Promise<void> {
  const { uploadsDir } = platform.get(Staging);
  for (const name of await readdir(uploadsDir)) {
    await rm(join(uploadsDir, name));
  }
}

const pending = (): Promise<number> =>
  platform.get(UploadRepository).pendingBytes(platform.dataSource.manager, 'spec');

/** It failed, its owner was told, and nothing of it counts any more. */
async function expectFailed(): Promise<void> {
  expect(await platform.query('SELECT 1 FROM upload')).toEqual([]);
  expect(await pending()).toBe(0);
  await waitFor('the word of it', () => states.filter((state) => state === 'failed').length === 2);
}

describe('an upload whose bytes the storage did not keep', () => {
  it('is not placed, and does not pass for kept when it is flushed again', async () => {
    const url = await tus.begin(ann, { fileName: 'f' });
    const any = await open(join(platform.get(Staging).uploadsDir, '..'), 'r');
    const failing = jest
      .spyOn(Object.getPrototypeOf(any) as FileHandle, 'sync')
      .mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO', errno: -5 }));
    try {
      const answer = await tus.patch(ann, url, 0, 'text');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('upload-error-code')).toBe('UPLOAD_NOT_KEPT');
    } finally {
      failing.mockRestore();
      await any.close();
    }
    expect((await tus.send(ann, 'HEAD', url)).status).toBe(404);
    expect(await readdir(ann.home)).toEqual([]);
    expect(await readdir(platform.get(Staging).uploadsDir)).toEqual([]);
  });
});

describe('an upload whose bytes are gone when it is to be placed', () => {
  it('fails when its client asks', async () => {
    const url = await dieWhilePlacing('before');
    await wipeStaging();
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.status).toBe(404);
    expect(head.headers.get('upload-error-code')).toBe('UPLOAD_NOT_FOUND');
    await expectFailed();
  });

  it('fails too when its name was taken meanwhile: waiting for the name would be in vain', async () => {
    const url = await dieWhilePlacing('before');
    await wipeStaging();
    await writeFile(join(ann.home, 'f'), 'another');
    expect((await tus.send(ann, 'HEAD', url)).status).toBe(404);
    await expectFailed();
    expect(await readFile(join(ann.home, 'f'), 'utf8')).toBe('another');
  });

  it('fails within minutes when its client never comes again', async () => {
    await dieWhilePlacing('before');
    expect(await pending()).toBe(4);
    await platform.get(UploadSweeper).sweep();
    // Its bytes are there: it waits for its client.
    expect(await pending()).toBe(4);
    await wipeStaging();
    await platform.get(UploadSweeper).sweep();
    await expectFailed();
  });

  it('is done when it was placed by the process that died', async () => {
    await dieWhilePlacing('after');
    await platform.get(UploadSweeper).sweep();
    expect(await platform.query('SELECT placed_path FROM upload')).toEqual([{ placed_path: '/f' }]);
    expect(await pending()).toBe(0);
    await waitFor('the word of it', () => states.at(-1) === 'complete');
    expect(await readFile(join(ann.home, 'f'), 'utf8')).toBe('text');
  });
});

it('many uploads that come into their place at once hold no connection meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  const urls = await Promise.all(names.map((fileName) => tus.begin(ann, { fileName })));
  const held = await heldWhilePlacing(platform, names.length, () =>
    Promise.all(urls.map((url) => tus.patch(ann, url, 0, 'text'))),
  );
  expect(held).toEqual({ placings: names.length, transactions: 0 });
  expect(await readdir(ann.home)).toHaveLength(names.length);
});
