import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  consoleNamespace,
  uploadsPath,
  type ServerToConsole,
  type UploadProgress,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { Upload } from 'tus-js-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { sha256, SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';

let platform: SpecPlatform;
let tus: SpecTus;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    // Longer than the tests: who gets a lock did not wait for the one before it in vain. And all progress is told of.
    timings: { files: { uploadLockMs: 600_000, uploadProgressMs: 0 } },
  });
  tus = new SpecTus(platform);
  ann = await platform.addUser('ann');
});

afterAll(() => platform.close());

describe('an upload', () => {
  it('comes into the folder whole, under its Chinese name', async () => {
    const content = randomBytes(5 * 1024 * 1024);
    await mkdir(join(ann.home, '数据'), { recursive: true });
    const { placedPath } = await platform.upload(ann, content, {
      dir: '/数据',
      fileName: '结果.bin',
    });
    expect(placedPath).toBe('/数据/结果.bin');
    expect(sha256(await readFile(join(ann.home, '数据/结果.bin')))).toBe(sha256(content));
    expect((await stat(join(ann.home, '数据/结果.bin'))).mode & 0o777).toBe(0o660);
    expect(await tus.staged()).toEqual([]);
  });

  it('may be empty', async () => {
    const { placedPath } = await platform.upload(ann, Buffer.alloc(0), { fileName: 'empty' });
    expect(placedPath).toBe('/empty');
    expect((await stat(join(ann.home, 'empty'))).size).toBe(0);
  });

  it('makes the folders of a folder upload', async () => {
    const files = ['a/b/1', 'a/b/2', 'a/3'];
    await Promise.all(
      files.map((file) => {
        const parts = file.split('/');
        const fileName = parts.pop() ?? '';
        return platform.upload(ann, Buffer.from(file), { fileName, relativePath: parts.join('/') });
      }),
    );
    for (const file of files) {
      expect(await readFile(join(ann.home, file), 'utf8')).toBe(file);
    }
  });

  it('resumes where it was after the connection broke', async () => {
    const content = randomBytes(8 * 1024 * 1024);
    const url = await tus.begin(ann, { fileName: 'resumed' }, content.length);
    (await tus.sendPart(ann, url, content, 3_000_000)).destroy();
    const head = await tus.send(ann, 'HEAD', url);
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(content.length);
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        uploadUrl: new URL(url, platform.baseUrl).href,
        headers: { Authorization: ann.token },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(sha256(await readFile(join(ann.home, 'resumed')))).toBe(sha256(content));
  });

  it('goes on though the connection before is dead and the server has not heard', async () => {
    const content = randomBytes(2_000_000);
    const url = await tus.begin(ann, { fileName: 'silent' }, content.length);
    const silent = await tus.sendPart(ann, url, content, 1_000_000);
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.status).toBe(200);
    const offset = Number(head.headers.get('upload-offset'));
    expect((await tus.patch(ann, url, offset, content.subarray(offset))).status).toBe(204);
    silent.destroy();
    expect(sha256(await readFile(join(ann.home, 'silent')))).toBe(sha256(content));
  });

  it('takes no byte more than was announced', async () => {
    const url = await tus.begin(ann, { fileName: 'short' }, 4);
    expect((await tus.patch(ann, url, 0, 'too long')).status).toBe(413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const outgoing = request(new URL(url, platform.baseUrl), {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          Authorization: ann.token,
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': '0',
        },
      });
      outgoing.on('response', (response) => resolve(response.statusCode ?? 0));
      outgoing.on('error', reject);
      outgoing.write('too ');
      outgoing.end('long');
    });
    expect(chunked).toBe(413);
    expect((await stat(tus.stagedPath(url))).size).toBeLessThanOrEqual(4);
    await tus.send(ann, 'DELETE', url);
  });

  it('keeps nothing of a checked chunk that broke off', async () => {
    const content = randomBytes(2_000_000);
    const url = await tus.begin(ann, { fileName: 'half-checked' }, content.length);
    const checksum = `sha1 ${createHash('sha1').update(content).digest('base64')}`;
    const broken = await tus.sendPart(ann, url, content, 1_000_000, {
      'Upload-Checksum': checksum,
    });
    broken.destroy();
    expect((await tus.send(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    await tus.send(ann, 'DELETE', url);
  });

  it('is not taken for complete while its checksum is still awaited', async () => {
    const content = Buffer.from('text');
    const url = await tus.begin(ann, { fileName: 'unchecked' }, content.length);
    const open = await tus.sendPart(ann, url, content, content.length, {
      'Transfer-Encoding': 'chunked',
      'Upload-Checksum': `sha1 ${createHash('sha1').update('other').digest('base64')}`,
    });
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBeNull();
    expect(head.headers.get('upload-offset')).toBe('0');
    open.destroy();
    await tus.send(ann, 'DELETE', url);
  });

  it('keeps nothing of a checked chunk during which the server died', async () => {
    const url = await tus.begin(ann, { fileName: 'died-unchecked' });
    const open = await tus.sendPart(ann, url, Buffer.from('text'), 4, {
      'Transfer-Encoding': 'chunked',
      'Upload-Checksum': `sha1 ${createHash('sha1').update('other').digest('base64')}`,
    });
    open.destroy();
    await waitFor('the end of the call', async () => (await stat(tus.stagedPath(url))).size === 0);
    // A server that died has taken nothing back.
    await writeFile(tus.stagedPath(url), 'text');
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBeNull();
    expect(head.headers.get('upload-offset')).toBe('0');
    await tus.send(ann, 'DELETE', url);
  });

  it('resumes after a restart of the server', async () => {
    const url = await tus.begin(ann, { fileName: 'restarted' }, 8);
    await tus.patch(ann, url, 0, 'half');
    await platform.restart();
    expect((await tus.send(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('4');
    const last = await tus.patch(ann, url, 4, 'done');
    expect(last.status).toBe(204);
    expect(last.headers.get('upload-placed-path')).toBe(encodeURIComponent('/restarted'));
    expect(await readFile(join(ann.home, 'restarted'), 'utf8')).toBe('halfdone');
  });

  it('says where it lies when it is asked again afterwards', async () => {
    const url = await tus.begin(ann, { fileName: 'asked-again' });
    await tus.patch(ann, url, 0, 'text');
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.status).toBe(200);
    expect(head.headers.get('upload-offset')).toBe('4');
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/asked-again'));
    const again = await tus.patch(ann, url, 4, '');
    expect(again.headers.get('upload-placed-path')).toBe(encodeURIComponent('/asked-again'));
    await rm(join(ann.home, 'asked-again'));
    expect((await tus.patch(ann, url, 4, '')).status).toBe(204);
    await expect(stat(join(ann.home, 'asked-again'))).rejects.toThrow();
  });

  it('that was complete when the server died is placed on the next question', async () => {
    const url = await tus.begin(ann, { fileName: 'unplaced' });
    // As a crash leaves it: every byte there, nothing placed.
    await writeFile(tus.stagedPath(url), 'text');
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/unplaced'));
    expect(await readFile(join(ann.home, 'unplaced'), 'utf8')).toBe('text');
  });

  it('that was placed when the server died before noting it is not placed twice', async () => {
    const url = await tus.begin(ann, { fileName: 'once', operation: '2' });
    await tus.patch(ann, url, 0, 'text');
    await platform.query('UPDATE upload SET placed_path = NULL WHERE id = $1', [
      url.split('/').pop(),
    ]);
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/once'));
    expect((await readdir(ann.home)).filter((name) => name.startsWith('once'))).toEqual(['once']);
  });

  it('can be cancelled until it is over', async () => {
    const url = await tus.begin(ann, { fileName: 'cancelled' });
    await tus.patch(ann, url, 0, 'te');
    expect((await tus.send(ann, 'DELETE', url)).status).toBe(204);
    expect((await tus.send(ann, 'HEAD', url)).status).toBe(404);
    expect(await tus.staged()).toEqual([]);
  });

  it('is checked against its checksum, chunk by chunk', async () => {
    const url = await tus.begin(ann, { fileName: 'checked' });
    const digest = (text: string): string => createHash('sha1').update(text).digest('base64');
    const bad = await tus.patch(ann, url, 0, 'tExt', {
      'Upload-Checksum': `sha1 ${digest('text')}`,
    });
    expect(bad.status).toBe(460);
    expect((await tus.send(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    const unknown = await tus.patch(ann, url, 0, 'text', { 'Upload-Checksum': 'crc7 AAAA' });
    expect(unknown.status).toBe(400);
    const good = await tus.patch(ann, url, 0, 'text', {
      'Upload-Checksum': `sha1 ${digest('text')}`,
    });
    expect(good.status).toBe(204);
  });

  it('tells what it can', async () => {
    const options = await tus.send(ann, 'OPTIONS', uploadsPath);
    expect(options.headers.get('tus-extension')).toBe(
      'creation,creation-with-upload,termination,checksum,expiration',
    );
    expect(options.headers.get('tus-checksum-algorithm')).toContain('sha1');
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the other windows', () => {
  it('see the progress, and the folder change', async () => {
    const socket: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
      auth: { token: ann.token },
      transports: ['websocket'],
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve());
        socket.once('connect_error', reject);
      });
      const progress: UploadProgress[] = [];
      const changed: string[] = [];
      socket.on('uploadProgress', (event) => void progress.push(event));
      socket.on('filesChanged', (event) => void changed.push(event.dir));
      const chunkBytes = 256 * 1024;
      const chunks = Array.from({ length: 16 }, (_, index) => (index + 1) * chunkBytes);
      const content = randomBytes(16 * chunkBytes);
      const url = await tus.begin(ann, { fileName: 'watched', relativePath: 'w' }, content.length);
      await new Promise<void>((resolve, reject) => {
        const slow = new Upload(content, {
          uploadUrl: new URL(url, platform.baseUrl).href,
          headers: { Authorization: ann.token },
          chunkSize: chunkBytes,
          onSuccess: () => resolve(),
          onError: reject,
        });
        slow.start();
      });
      // Events come one by one, and their order is not promised.
      await waitFor(
        'the last word and both folders',
        () => changed.length >= 2 && progress.at(-1)?.state === 'complete',
      );
      expect(progress.at(-1)).toMatchObject({ state: 'complete', dir: '/w', fileName: 'watched' });
      // How often is proved by upload-progress.spec.ts; here every chunk is told of.
      const loaded = progress.map(({ loadedBytes }) => loadedBytes);
      expect(loaded).toEqual(expect.arrayContaining(chunks));
      expect(new Set(changed)).toEqual(new Set(['/', '/w']));
    } finally {
      socket.close();
    }
  });
});
