import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import {
  consoleNamespace,
  uploadsPath,
  type ServerToConsole,
  type UploadProgress,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { Upload } from 'tus-js-client';
import { SpecHouse, type SpecUser } from './spec-house.js';
import { Staging } from './staging.js';

let house: SpecHouse;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  house = await SpecHouse.open({ withWorker: false });
  ann = await house.addUser('ann');
  bob = await house.addUser('bob');
  guest = await house.addUser('guest', []);
}, 60_000);

afterAll(() => house.close());

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const encode = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

function tus(
  user: SpecUser | null,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Response> {
  return fetch(new URL(url, house.baseUrl), {
    method,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Accept-Language': 'en',
      ...(user ? { Authorization: user.token } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: Uint8Array.from(Buffer.from(body)) }),
  });
}

function create(
  user: SpecUser | null,
  metadata: Record<string, string>,
  size = 4,
): Promise<Response> {
  return tus(user, 'POST', uploadsPath, {
    'Upload-Length': String(size),
    'Upload-Metadata': encode(metadata),
  });
}

function patch(
  user: SpecUser,
  url: string,
  offset: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Response> {
  const type = {
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  };
  return tus(user, 'PATCH', url, { ...type, ...headers }, body);
}

async function begin(user: SpecUser, metadata: Record<string, string>, size = 4): Promise<string> {
  const response = await create(user, metadata, size);
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

/** Promises the whole content, sends a part of it, and then falls silent; the caller ends it. */
async function sendPart(
  url: string,
  content: Buffer,
  sentBytes: number,
  headers: Record<string, string> = {},
): Promise<ClientRequest> {
  const outgoing = request(new URL(url, house.baseUrl), {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      Authorization: ann.token,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
      ...(headers['Transfer-Encoding'] ? {} : { 'Content-Length': content.length }),
      ...headers,
    },
  });
  outgoing.on('error', () => undefined);
  await new Promise((resolve) => outgoing.write(content.subarray(0, sentBytes), resolve));
  while ((await stat(stagedPath(url))).size === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return outgoing;
}

const stagedPath = (url: string): string =>
  house.get(Staging).uploadPath(url.split('/').pop() ?? '');
const staged = (): Promise<string[]> => readdir(house.get(Staging).uploadsDir);

describe('an upload', () => {
  it('comes into the folder whole, under its Chinese name', async () => {
    const content = randomBytes(5 * 1024 * 1024);
    await mkdir(join(ann.home, '数据'), { recursive: true });
    const { placedPath } = await house.upload(ann, content, { dir: '/数据', fileName: '结果.bin' });
    expect(placedPath).toBe('/数据/结果.bin');
    expect(sha256(await readFile(join(ann.home, '数据/结果.bin')))).toBe(sha256(content));
    expect((await stat(join(ann.home, '数据/结果.bin'))).mode & 0o777).toBe(0o660);
    expect(await staged()).toEqual([]);
  });

  it('may be empty', async () => {
    const { placedPath } = await house.upload(ann, Buffer.alloc(0), { fileName: 'empty' });
    expect(placedPath).toBe('/empty');
    expect((await stat(join(ann.home, 'empty'))).size).toBe(0);
  });

  it('makes the folders of a folder upload', async () => {
    const files = ['a/b/1', 'a/b/2', 'a/3'];
    await Promise.all(
      files.map((file) => {
        const parts = file.split('/');
        const fileName = parts.pop() ?? '';
        return house.upload(ann, Buffer.from(file), { fileName, relativePath: parts.join('/') });
      }),
    );
    for (const file of files) {
      expect(await readFile(join(ann.home, file), 'utf8')).toBe(file);
    }
  });

  it('resumes where it was after the connection broke', async () => {
    const content = randomBytes(8 * 1024 * 1024);
    const url = await begin(ann, { fileName: 'resumed' }, content.length);
    (await sendPart(url, content, 3_000_000)).destroy();
    const head = await tus(ann, 'HEAD', url);
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(content.length);
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        uploadUrl: new URL(url, house.baseUrl).href,
        headers: { Authorization: ann.token },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(sha256(await readFile(join(ann.home, 'resumed')))).toBe(sha256(content));
  });

  it('goes on though the connection before is dead and the server has not heard', async () => {
    const content = randomBytes(2_000_000);
    const url = await begin(ann, { fileName: 'silent' }, content.length);
    const silent = await sendPart(url, content, 1_000_000);
    const started = Date.now();
    const head = await tus(ann, 'HEAD', url);
    expect(Date.now() - started).toBeLessThan(2_000);
    const offset = Number(head.headers.get('upload-offset'));
    expect((await patch(ann, url, offset, content.subarray(offset))).status).toBe(204);
    silent.destroy();
    expect(sha256(await readFile(join(ann.home, 'silent')))).toBe(sha256(content));
  });

  it('takes no byte more than was announced', async () => {
    const url = await begin(ann, { fileName: 'short' }, 4);
    expect((await patch(ann, url, 0, 'too long')).status).toBe(413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const outgoing = request(new URL(url, house.baseUrl), {
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
    expect((await stat(stagedPath(url))).size).toBeLessThanOrEqual(4);
    await tus(ann, 'DELETE', url);
  });

  it('keeps nothing of a checked chunk that broke off', async () => {
    const content = randomBytes(2_000_000);
    const url = await begin(ann, { fileName: 'half-checked' }, content.length);
    const checksum = `sha1 ${createHash('sha1').update(content).digest('base64')}`;
    const broken = await sendPart(url, content, 1_000_000, { 'Upload-Checksum': checksum });
    broken.destroy();
    expect((await tus(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    await tus(ann, 'DELETE', url);
  });

  it('is not taken for complete while its checksum is still awaited', async () => {
    const content = Buffer.from('text');
    const url = await begin(ann, { fileName: 'unchecked' }, content.length);
    const open = await sendPart(url, content, content.length, {
      'Transfer-Encoding': 'chunked',
      'Upload-Checksum': `sha1 ${createHash('sha1').update('other').digest('base64')}`,
    });
    const head = await tus(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBeNull();
    expect(head.headers.get('upload-offset')).toBe('0');
    open.destroy();
    await tus(ann, 'DELETE', url);
  });

  it('resumes after a restart of the server', async () => {
    const url = await begin(ann, { fileName: 'restarted' }, 8);
    await patch(ann, url, 0, 'half');
    await house.restart();
    expect((await tus(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('4');
    const last = await patch(ann, url, 4, 'done');
    expect(last.status).toBe(204);
    expect(last.headers.get('upload-placed-path')).toBe(encodeURIComponent('/restarted'));
    expect(await readFile(join(ann.home, 'restarted'), 'utf8')).toBe('halfdone');
  });

  it('says where it lies when it is asked again afterwards', async () => {
    const url = await begin(ann, { fileName: 'asked-again' });
    await patch(ann, url, 0, 'text');
    const head = await tus(ann, 'HEAD', url);
    expect(head.status).toBe(200);
    expect(head.headers.get('upload-offset')).toBe('4');
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/asked-again'));
    const again = await patch(ann, url, 4, '');
    expect(again.headers.get('upload-placed-path')).toBe(encodeURIComponent('/asked-again'));
    await rm(join(ann.home, 'asked-again'));
    expect((await patch(ann, url, 4, '')).status).toBe(204);
    await expect(stat(join(ann.home, 'asked-again'))).rejects.toThrow();
  });

  it('that was complete when the server died is placed on the next question', async () => {
    const url = await begin(ann, { fileName: 'unplaced' });
    // As a crash leaves it: every byte there, nothing placed.
    await writeFile(stagedPath(url), 'text');
    const head = await tus(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/unplaced'));
    expect(await readFile(join(ann.home, 'unplaced'), 'utf8')).toBe('text');
  });

  it('that was placed when the server died before noting it is not placed twice', async () => {
    const url = await begin(ann, { fileName: 'once', operation: '2' });
    await patch(ann, url, 0, 'text');
    await house.query('UPDATE upload SET placed_path = NULL WHERE id = $1', [url.split('/').pop()]);
    const head = await tus(ann, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/once'));
    expect((await readdir(ann.home)).filter((name) => name.startsWith('once'))).toEqual(['once']);
  });

  it('can be cancelled until it is over', async () => {
    const url = await begin(ann, { fileName: 'cancelled' });
    await patch(ann, url, 0, 'te');
    expect((await tus(ann, 'DELETE', url)).status).toBe(204);
    expect((await tus(ann, 'HEAD', url)).status).toBe(404);
    expect(await staged()).toEqual([]);
  });

  it('is checked against its checksum, chunk by chunk', async () => {
    const url = await begin(ann, { fileName: 'checked' });
    const digest = (text: string): string => createHash('sha1').update(text).digest('base64');
    const bad = await patch(ann, url, 0, 'tExt', { 'Upload-Checksum': `sha1 ${digest('text')}` });
    expect(bad.status).toBe(460);
    expect((await tus(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    const unknown = await patch(ann, url, 0, 'text', { 'Upload-Checksum': 'crc7 AAAA' });
    expect(unknown.status).toBe(400);
    const good = await patch(ann, url, 0, 'text', { 'Upload-Checksum': `sha1 ${digest('text')}` });
    expect(good.status).toBe(204);
  });

  it('tells what it can', async () => {
    const options = await tus(ann, 'OPTIONS', uploadsPath);
    expect(options.headers.get('tus-extension')).toBe(
      'creation,creation-with-upload,termination,checksum,expiration',
    );
    expect(options.headers.get('tus-checksum-algorithm')).toContain('sha1');
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a taken name', () => {
  it('is refused before the first byte, replaced, or kept beside', async () => {
    await house.upload(ann, Buffer.from('old'), { fileName: 'name.txt' });
    const refused = await create(ann, { fileName: 'name.txt' });
    expect(refused.status).toBe(409);
    expect(refused.headers.get('upload-error-code')).toBe('FILE_NAME_TAKEN');
    expect(await refused.text()).toContain('Choose another name');
    const both = await house.upload(ann, Buffer.from('new'), {
      fileName: 'name.txt',
      operation: '2',
    });
    expect(both.placedPath).toBe('/name (1).txt');
    await house.upload(ann, Buffer.from('newer'), { fileName: 'name.txt', operation: '1' });
    expect(await readFile(join(ann.home, 'name.txt'), 'utf8')).toBe('newer');
    expect(await staged()).toEqual([]);
  });

  it('that was taken while the upload ran is refused at the end, and the bytes wait for a free name', async () => {
    const url = await begin(ann, { fileName: 'late' });
    await writeFile(join(ann.home, 'late'), 'somebody was faster');
    const refused = await patch(ann, url, 0, 'text');
    expect(refused.status).toBe(409);
    expect(await readFile(join(ann.home, 'late'), 'utf8')).toBe('somebody was faster');
    await rm(join(ann.home, 'late'));
    expect((await tus(ann, 'HEAD', url)).status).toBe(200);
    expect(await readFile(join(ann.home, 'late'), 'utf8')).toBe('text');
  });

  it('that is a folder is not replaced', async () => {
    await mkdir(join(ann.home, 'a-folder'));
    expect((await create(ann, { fileName: 'a-folder', operation: '1' })).status).toBe(409);
  });
});

describe('who may not', () => {
  it('nobody without a good token', async () => {
    expect((await create(null, { fileName: 'x' })).status).toBe(401);
    expect((await create({ ...ann, token: 'wrong' }, { fileName: 'x' })).status).toBe(401);
  });

  it('a user without the page', async () => {
    const refused = await create(guest, { fileName: 'x' });
    expect(refused.status).toBe(403);
    expect(await staged()).toEqual([]);
  });

  it('another user cannot see, continue or cancel an upload', async () => {
    const url = await begin(ann, { fileName: 'private' });
    expect((await tus(bob, 'HEAD', url)).status).toBe(404);
    expect((await patch(bob, url, 0, 'text')).status).toBe(404);
    expect((await tus(bob, 'DELETE', url)).status).toBe(404);
    expect((await tus(ann, 'HEAD', url)).headers.get('upload-offset')).toBe('0');
    await tus(ann, 'DELETE', url);
  });

  it('a user who is frozen while the upload runs', async () => {
    const eve = await house.addUser('eve');
    const url = await begin(eve, { fileName: 'x' });
    await house.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [eve.id]);
    expect((await patch(eve, url, 0, 'text')).status).toBe(401);
  });

  it('a user who lost the page while the upload ran: refused at the end, nothing kept', async () => {
    const dan = await house.addUser('dan');
    const url = await begin(dan, { fileName: 'x' });
    await house.query(
      'DELETE FROM role_menu USING user_role WHERE role_menu.role_id = user_role.role_id AND user_id = $1',
      [dan.id],
    );
    expect((await patch(dan, url, 0, 'text')).status).toBe(403);
    expect(await staged()).not.toContain(url.split('/').pop());
    await expect(stat(join(dan.home, 'x'))).rejects.toThrow();
  });

  it.each<Record<string, string>>([
    { fileName: '../x' },
    { fileName: '..' },
    { fileName: 'a\nb' },
    { fileName: 'x', dir: '/../bob' },
    { fileName: 'x', dir: 'relative' },
    { fileName: 'x', relativePath: '../../bob' },
    { fileName: 'x', relativePath: 'a/./b' },
    { fileName: 'x', operation: '7' },
    { fileName: 'x', space: 'moon' },
    { fileName: 'x', filetype: 'a\0b' },
    { dir: '/' },
  ])('a target such as %j', async (metadata) => {
    const before = await staged();
    const refused = await create(ann, metadata);
    expect(refused.status).toBe(400);
    expect(await staged()).toEqual(before);
  });

  it('an upload into a folder that is not there, or is a link out', async () => {
    expect((await create(ann, { fileName: 'x', dir: '/none' })).status).toBe(404);
    await mkdir(bob.home, { recursive: true });
    await symlink(bob.home, join(ann.home, 'link'));
    expect((await create(ann, { fileName: 'x', dir: '/link' })).status).toBe(404);
    const url = await begin(ann, { fileName: 'x', relativePath: 'link' });
    expect((await patch(ann, url, 0, 'text')).status).toBe(409);
    expect(await readdir(bob.home)).toEqual([]);
    await tus(ann, 'DELETE', url);
  });

  it('an upload larger than the disk', async () => {
    const refused = await create(ann, { fileName: 'x' }, 2 ** 52);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('upload-error-code')).toBe('TRANSFER_NO_SPACE');
  });

  it('answers in the language of the user', async () => {
    await house.query("UPDATE user_account SET language = 'cn' WHERE id = $1", [bob.id]);
    expect(await (await create(bob, { fileName: 'x', dir: '/none' })).text()).toContain('不存在');
  });
});

describe('the other windows', () => {
  it('see the progress, and the folder change', async () => {
    const socket: Socket<ServerToConsole> = io(house.baseUrl + consoleNamespace, {
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
      const content = randomBytes(4 * 1024 * 1024);
      const url = await begin(ann, { fileName: 'watched', relativePath: 'w' }, content.length);
      const started = Date.now();
      await new Promise<void>((resolve, reject) => {
        const slow = new Upload(content, {
          uploadUrl: new URL(url, house.baseUrl).href,
          headers: { Authorization: ann.token },
          chunkSize: 256 * 1024,
          onChunkComplete: () => undefined,
          onBeforeRequest: () => new Promise((next) => setTimeout(next, 60)),
          onSuccess: () => resolve(),
          onError: reject,
        });
        slow.start();
      });
      const tookMs = Date.now() - started;
      await waitFor(() => changed.length >= 2);
      expect(progress.at(-1)).toMatchObject({ state: 'complete', dir: '/w', fileName: 'watched' });
      expect(progress.length).toBeLessThanOrEqual(tookMs / 250 + 2);
      expect(progress.length).toBeGreaterThan(2);
      expect(new Set(changed)).toEqual(new Set(['/', '/w']));
    } finally {
      socket.close();
    }
  });
});

describe('the home', () => {
  // Root is refused nothing.
  const asOrdinaryUser = process.geteuid?.() === 0 ? it.skip : it;
  asOrdinaryUser('that the system refuses to write gives a clear refusal', async () => {
    await chmod(ann.home, 0o550);
    const url = await begin(ann, { fileName: 'x' });
    expect((await patch(ann, url, 0, 'text')).status).toBe(403);
    await chmod(ann.home, 0o770);
  });
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  const endsAt = Date.now() + 5_000;
  while (!isTrue() && Date.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(isTrue()).toBe(true);
}
