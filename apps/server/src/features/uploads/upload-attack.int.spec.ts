import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { formBody, SpecForms, type FormPart } from '@clusterdesk/tests/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../spaces/storage/staging.js';

let platform: SpecPlatform;
let forms: SpecForms;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  forms = new SpecForms(platform);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  guest = await platform.addUser('guest', []);
  await mkdir(ann.home, { recursive: true });
  await mkdir(bob.home, { recursive: true });
});

afterAll(() => platform.close());

/** Whatever was tried, nothing is left of it and nobody else's files changed. */
afterEach(async () => {
  await forms.until(async () => (await readdir(platform.get(Staging).uploadsDir)).length === 0);
  expect(await readdir(bob.home)).toEqual([]);
  expect(await readdir(join(platform.config.filesDir, 'home'))).toEqual(['ann', 'bob']);
});

const file = (fileName: string, content = 'x'): FormPart => ({ name: 'files', fileName, content });
const field = (name: string, content: string): FormPart => ({ name, content });
const chunkFields: Record<string, string> = {
  fileDir: '/',
  fileName: 'chunk',
  shardIndex: '1',
  shardSize: '10',
  shardTotal: '2',
  size: '15',
  key: 'k',
};
const boundary = 'the-boundary';
const asForm = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };

async function expectRefused(
  sent: Promise<{ success: boolean; code: number; httpStatus: number; message: string }>,
  code?: number,
): Promise<void> {
  const answer = await sent;
  expect(answer).toMatchObject({ success: false, httpStatus: answer.code === 401 ? 401 : 200 });
  expect(answer.code).toBeGreaterThanOrEqual(400);
  expect(answer.code).toBeLessThan(500);
  expect(answer.message).not.toBe('');
  if (code !== undefined) {
    expect(answer.code).toBe(code);
  }
}

describe('names that lead elsewhere', () => {
  const outside = [
    '../bob/x',
    '..',
    '.',
    '/etc/passwd',
    'a/../../bob/x',
    'a/./x',
    'a\0b',
    'a\nb',
    'n'.repeat(256),
    '',
    `${'d/'.repeat(3000)}x`,
  ];
  it.each(outside)('of files: %j', async (name) => {
    await expectRefused(forms.send(ann, 'uploadFile', [file(name)]), 400);
    await expectRefused(forms.send(ann, 'uploadFolder', [file(name)]), 400);
  });

  it('a path in a form of files', () =>
    expectRefused(forms.send(ann, 'uploadFile', [file('a/b')]), 400));

  it.each(['dir', 'fileDir', 'path'])('in %s', async (name) => {
    for (const value of ['/../bob', '../bob', 'relative', '/a\0b', `/${'x'.repeat(5000)}`]) {
      await expectRefused(forms.send(ann, 'uploadFile', [field(name, value), file('x')]), 400);
      await expectRefused(forms.send(ann, 'uploadFile', [file('x'), field(name, value)]), 400);
      await expectRefused(forms.send(ann, 'uploadFile', [file('x')], { [name]: value }), 400);
    }
  });

  it.each([
    ['fileName', '../bob/x'],
    ['fileName', 'a/b'],
    ['fileName', '..'],
    ['fileName', 'a\0b'],
    ['folderName', '../../bob'],
    ['folderName', 'a/../../bob'],
    ['folderName', 'a\0b'],
    ['folderName', `${'d/'.repeat(2100)}`],
    ['suffix', 'a\0b'],
    ['suffix', 's'.repeat(256)],
    ['key', 'k\0'],
    ['key', 'k'.repeat(201)],
    ['key', ''],
    ['fileDir', '/../bob'],
    ['fileDir', '/none'],
    ['projectId', 'p'.repeat(65)],
    ['operation', '9'],
  ])('in %s of a chunk: %j', async (name, value) => {
    const fields = { ...chunkFields, [name]: value };
    const chunk = { name: 'file', fileName: 'blob', content: '0123456789' };
    const parts = Object.entries(fields).map(([key, content]) => field(key, content));
    await expectRefused(forms.send(ann, 'uploadFile', [...parts, chunk]));
    await expectRefused(forms.send(ann, 'uploadFile', [chunk, ...parts]));
    await expectRefused(forms.send(ann, 'uploadFolder', [chunk], fields));
  });

  it('a folder that is a link out', async () => {
    await symlink(bob.home, join(ann.home, 'link')).catch(() => undefined);
    await expectRefused(forms.send(ann, 'uploadFile', [field('dir', '/link'), file('x')]), 404);
    await expectRefused(forms.send(ann, 'uploadFolder', [file('link/x')]), 409);
  });

  it('a file where a folder must be', async () => {
    await writeFile(join(ann.home, 'a-file'), '');
    await expectRefused(forms.send(ann, 'uploadFile', [field('dir', '/a-file'), file('x')]), 409);
    await expectRefused(forms.send(ann, 'uploadFolder', [file('a-file/x')]), 409);
  });
});

describe('who may not', () => {
  it('nobody without a token', async () => {
    await expectRefused(forms.send(null, 'uploadFile', [file('x')]), 401);
    await expectRefused(forms.send({ ...ann, token: 'wrong' }, 'uploadFile', [file('x')]), 401);
  });

  it('a user without the page', () =>
    expectRefused(forms.send(guest, 'uploadFile', [file('x')]), 403));

  it('a project that is not the user’s', async () => {
    const fields = { projectId: 'd9b6d1f0-0000-4000-8000-000000000000' };
    await expectRefused(forms.send(ann, 'uploadFile', [file('x')], fields), 404);
    await expectRefused(forms.send(ann, 'uploadFile', [file('x'), field('projectId', '1')]), 404);
    const chunk = { name: 'file', fileName: 'blob', content: '0123456789' };
    await expectRefused(
      forms.send(ann, 'uploadFile', [chunk], { ...chunkFields, projectId: '1' }),
      404,
    );
  });
});

describe('a body that is no such form', () => {
  const whole = formBody([file('broken')], boundary);
  const raw = (headers: Record<string, string>, body: Buffer): Promise<never> =>
    forms.sendRaw(ann, 'uploadFile', headers, body) as Promise<never>;

  it.each([
    ['of another type', { 'Content-Type': 'text/plain' }, Buffer.from('hello')],
    ['without a type', {}, Buffer.from('hello')],
    ['without a boundary', { 'Content-Type': 'multipart/form-data' }, whole],
    ['with another boundary', { 'Content-Type': 'multipart/form-data; boundary=other' }, whole],
    ['empty', asForm, Buffer.alloc(0)],
    ['that ends in the middle of a file', asForm, whole.subarray(0, whole.length - 20)],
    ['that ends in the middle of a header', asForm, whole.subarray(0, 40)],
    ['with no end', asForm, whole.subarray(0, whole.length - 4)],
    [
      'with a malformed header',
      asForm,
      Buffer.from(
        `--${boundary}\r\nContent-Disposition\x01: form-data\r\n\r\nx\r\n--${boundary}--`,
      ),
    ],
    ['with no file', asForm, formBody([field('dir', '/')], boundary)],
    [
      'with a thousand fields',
      asForm,
      formBody(
        Array.from({ length: 1000 }, (_, n) => field(`f${n}`, 'x')),
        boundary,
      ),
    ],
    [
      'with two thousand files',
      asForm,
      formBody(
        Array.from({ length: 2000 }, (_, n) => file(`f${n}`)),
        boundary,
      ),
    ],
    [
      'with a field of a megabyte',
      asForm,
      formBody([field('dir', `/${'x'.repeat(2 ** 20)}`), file('x')], boundary),
    ],
    [
      'with a long name of a field',
      asForm,
      formBody([field('n'.repeat(10_000), 'x'), file('x')], boundary),
    ],
  ])('%s', async (_, headers, body) => {
    const before = await readdir(ann.home);
    await expectRefused(raw(headers, body), 400);
    expect(await readdir(ann.home)).toEqual(before);
  });

  it('of a chunk, with more after the file that says otherwise', async () => {
    const parts = Object.entries(chunkFields).map(([key, content]) => field(key, content));
    const chunk = { name: 'file', fileName: 'blob', content: '0123456789' };
    await expectRefused(
      forms.send(ann, 'uploadFile', [...parts, chunk, field('shardIndex', '2')]),
      400,
    );
    await expectRefused(forms.send(ann, 'uploadFile', [...parts, chunk, chunk]), 400);
    await expectRefused(forms.send(ann, 'uploadFile', [chunk, chunk, ...parts]), 400);
    await platform.query("DELETE FROM upload WHERE file_name = 'chunk' RETURNING id");
    await clearStaging();
  });

  it('a connection that breaks in the middle of a file', async () => {
    const head = whole.subarray(0, whole.length - boundary.length - 8);
    const before = await readdir(ann.home);
    await forms.breakOff(ann, 'uploadFile', head, boundary);
    await forms.until(async () => (await readdir(platform.get(Staging).uploadsDir)).length === 0);
    expect(await readdir(ann.home)).toEqual(before);
  });

  it('more than its Content-Length promised: the rest is no part of it', async () => {
    const answer = await talk(
      `POST /api/user/info/uploadFile HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.token}\r\nConnection: close\r\n` +
        `Content-Type: ${asForm['Content-Type']}\r\nContent-Length: ${whole.length - 30}\r\n\r\n${whole.toString()}`,
    );
    // The rest is taken for another call, which is none: the connection ends with that.
    expect(answer).toMatch(/^HTTP\/1\.1 (400|200)/);
    expect(answer).not.toContain('"success":true');
    expect(await readdir(ann.home)).not.toContain('broken');
  });
});

/** Sends these bytes and returns what comes back. */
function talk(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = new URL(platform.baseUrl);
    const socket = connect(Number(url.port), url.hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => (text += data));
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(bytes);
  });
}

async function clearStaging(): Promise<void> {
  const { uploadsDir } = platform.get(Staging);
  for (const name of await readdir(uploadsDir)) {
    await rm(join(uploadsDir, name));
  }
}

describe('a large body that is refused', () => {
  it('is answered though it is still coming', async () => {
    const content = randomBytes(20 * 1024 * 1024).toString('latin1');
    await expectRefused(
      forms.send(ann, 'uploadFile', [field('dir', '/none'), file('x', content)]),
      404,
    );
  });
});
