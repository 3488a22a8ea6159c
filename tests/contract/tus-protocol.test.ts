import { createHash, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { adminPassword, signIn, startTestServer, type TestServer } from '../support/test-server.js';

jest.setTimeout(30_000);

/** tus resumable upload protocol 1.0.0, https://tus.io/protocols/resumable-upload, checked on the wire. */

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.baseUrl, 'admin', adminPassword);
});

afterAll(() => server.stop());

/** One bare exchange: only the headers given, and `Authorization`. An undefined header is left out. */
function send(
  method: string,
  path: string,
  headers: Record<string, string | undefined> = {},
  body: string | Buffer = '',
): Promise<Reply> {
  const given: Record<string, string | undefined> = {
    'Tus-Resumable': '1.0.0',
    Authorization: token,
    ...headers,
  };
  const set = Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, server.baseUrl),
      {
        method,
        agent: false,
        headers: {
          ...(given['Transfer-Encoding'] ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...Object.fromEntries(set),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const octets = { 'Content-Type': 'application/offset+octet-stream' };
let counter = 0;
const metadata = (): string => `fileName ${base64(`file-${(counter += 1)}`)},dir ${base64('/')}`;
const placed = (number = counter): string =>
  join(server.config.filesDir, 'home/admin', `file-${number}`);

async function create(
  size: number,
  more: Record<string, string | undefined> = {},
): Promise<string> {
  const reply = await send('POST', uploadsPath, {
    'Upload-Length': String(size),
    'Upload-Metadata': metadata(),
    ...more,
  });
  expect(reply.status).toBe(201);
  return reply.headers.location ?? '';
}

const patch = (
  url: string,
  offset: number | string | undefined,
  body: string | Buffer,
  more: Record<string, string | undefined> = {},
): Promise<Reply> =>
  send('PATCH', url, { 'Upload-Offset': offset?.toString(), ...octets, ...more }, body);

const stagedPath = (url: string): string =>
  join(server.config.filesDir, '.staging/uploads', url.split('/').pop() ?? '');

describe('the version', () => {
  test('OPTIONS tells versions, extensions and checksums, without Tus-Resumable', async () => {
    const reply = await send('OPTIONS', uploadsPath, { 'Tus-Resumable': undefined });
    expect([200, 204]).toContain(reply.status);
    expect(reply.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,checksum,expiration',
      'tus-checksum-algorithm': 'sha1,sha256,md5',
    });
    expect(Number(reply.headers['tus-max-size'])).toBeGreaterThan(1e12);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['POST', 'HEAD', 'PATCH', 'DELETE'])('%s without it is 412', async (method) => {
    const url = method === 'POST' ? uploadsPath : await create(4);
    const reply = await send(method, url, {
      'Tus-Resumable': undefined,
      'Upload-Length': '4',
      'Upload-Offset': '0',
      ...octets,
    });
    expect(reply.status).toBe(412);
    expect(reply.headers['tus-version']).toBe('1.0.0');
    expect(reply.headers['tus-resumable']).toBe('1.0.0');
  });

  test.each(['POST', 'HEAD', 'PATCH', 'DELETE'])('%s with another is 412', async (method) => {
    const url = method === 'POST' ? uploadsPath : await create(4);
    const reply = await send(method, url, {
      'Tus-Resumable': '0.2.2',
      'Upload-Length': '4',
      'Upload-Metadata': metadata(),
      'Upload-Offset': '0',
      ...octets,
    });
    expect(reply.status).toBe(412);
    expect(reply.headers['tus-version']).toBe('1.0.0');
    if (method !== 'POST') {
      expect((await send('HEAD', url)).headers['upload-offset']).toBe('0');
    }
  });

  test('every answer carries it', async () => {
    const url = await create(4);
    const replies = [
      await send('HEAD', url),
      await patch(url, 1, 'x'),
      await patch(url, 0, 'ab'),
      await send('DELETE', url),
      await send('HEAD', url),
      await send('POST', uploadsPath),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 204, 204, 404, 400]);
    expect(replies.map(({ headers }) => headers['tus-resumable'])).toEqual(
      replies.map(() => '1.0.0'),
    );
  });

  test('X-HTTP-Method-Override stands for the method', async () => {
    const url = await create(4);
    const override = (method: string, headers: Record<string, string>, body = ''): Promise<Reply> =>
      send('POST', url, { 'X-HTTP-Method-Override': method, ...headers }, body);
    const patched = await override('PATCH', { 'Upload-Offset': '0', ...octets }, 'ab');
    expect([patched.status, patched.headers['upload-offset']]).toEqual([204, '2']);
    expect((await override('DELETE', {})).status).toBe(204);
    expect((await send('HEAD', url)).status).toBe(404);
  });
});

describe('creation', () => {
  test('201 with Location and Upload-Expires, and no bytes yet', async () => {
    const reply = await send('POST', uploadsPath, {
      'Upload-Length': '100',
      'Upload-Metadata': metadata(),
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.location).toMatch(/^\/api\/uploads\/[0-9a-f]+$/);
    const expires = Date.parse(reply.headers['upload-expires'] as string);
    expect(expires - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(reply.headers['upload-expires']).toMatch(/ GMT$/);
    const head = await send('HEAD', reply.headers.location ?? '');
    expect(head.headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '100' });
  });

  test('an empty file is there at once', async () => {
    const url = await create(0);
    expect((await stat(placed())).size).toBe(0);
    const head = await send('HEAD', url);
    expect(head.headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '0' });
  });

  test.each([
    ['no length', {}],
    ['a negative length', { 'Upload-Length': '-1' }],
    ['a fractional length', { 'Upload-Length': '1.5' }],
    ['a length with more in it', { 'Upload-Length': '4 bytes' }],
    ['an exponent', { 'Upload-Length': '1e3' }],
    ['both length and deferred length', { 'Upload-Length': '4', 'Upload-Defer-Length': '1' }],
    ['a deferred length other than 1', { 'Upload-Defer-Length': '2' }],
    ['a deferred length: not offered', { 'Upload-Defer-Length': '1' }],
    [
      'a partial upload: concatenation is not offered',
      { 'Upload-Length': '4', 'Upload-Concat': 'partial' },
    ],
    [
      'a final upload: concatenation is not offered',
      { 'Upload-Concat': 'final;/api/uploads/a /api/uploads/b' },
    ],
    ['metadata that is not base64', { 'Upload-Length': '4', 'Upload-Metadata': 'fileName ***' }],
    ['metadata with a key twice', { 'Upload-Length': '4', 'Upload-Metadata': 'a YQ==,a YQ==' }],
    ['metadata with an empty key', { 'Upload-Length': '4', 'Upload-Metadata': ' YQ==' }],
  ])('400 for %s', async (_, headers: Record<string, string>) => {
    const reply = await send('POST', uploadsPath, { 'Upload-Metadata': metadata(), ...headers });
    expect(reply.status).toBe(400);
    expect(reply.headers.location).toBeUndefined();
    expect(reply.body).not.toBe('');
  });

  test('413 for more than Tus-Max-Size', async () => {
    const reply = await send('POST', uploadsPath, {
      'Upload-Length': String(Number.MAX_SAFE_INTEGER),
      'Upload-Metadata': metadata(),
    });
    expect(reply.status).toBe(413);
  });

  test('metadata come back as they were sent', async () => {
    const sent = `fileName ${base64('名字.txt')},dir ${base64('/')},zz ${base64('last')},a ${base64('x')},empty`;
    const url = await create(9, { 'Upload-Metadata': sent });
    const { headers } = await send('HEAD', url);
    const pairs = (text: string): string[] =>
      text
        .split(',')
        .map((pair) => pair.trim())
        .sort();
    expect(pairs(headers['upload-metadata'] as string)).toEqual(pairs(sent));
    await send('DELETE', url);
  });

  test('with upload: the bytes of the same call count', async () => {
    const reply = await send(
      'POST',
      uploadsPath,
      { 'Upload-Length': '8', 'Upload-Metadata': metadata(), ...octets },
      'half',
    );
    expect([reply.status, reply.headers['upload-offset']]).toEqual([201, '4']);
    expect(reply.headers['upload-expires']).toBeDefined();
    const url = reply.headers.location ?? '';
    expect((await patch(url, 4, 'done')).status).toBe(204);
    expect(await readFile(placed(), 'utf8')).toBe('halfdone');
  });

  test('with upload: a whole file in one call', async () => {
    const reply = await send(
      'POST',
      uploadsPath,
      { 'Upload-Length': '4', 'Upload-Metadata': metadata(), ...octets },
      'text',
    );
    expect([reply.status, reply.headers['upload-offset']]).toEqual([201, '4']);
    expect(reply.headers['upload-placed-path']).toBe(encodeURIComponent(`/file-${counter}`));
    expect(await readFile(placed(), 'utf8')).toBe('text');
  });

  test('with upload: more than the length is 413', async () => {
    const reply = await send(
      'POST',
      uploadsPath,
      { 'Upload-Length': '4', 'Upload-Metadata': metadata(), ...octets },
      'too long',
    );
    expect(reply.status).toBe(413);
  });
});

describe('HEAD', () => {
  test('200, no body, never cached', async () => {
    const reply = await send('HEAD', await create(4));
    expect(reply).toMatchObject({ status: 200, body: '' });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['upload-defer-length']).toBeUndefined();
  });

  test('404 for what never was, without an offset', async () => {
    for (const id of ['0'.repeat(32), 'x', '..%2f..%2fetc%2fpasswd', '%00']) {
      const reply = await send('HEAD', `${uploadsPath}/${id}`);
      expect(reply.status).toBe(404);
      expect(reply.headers['upload-offset']).toBeUndefined();
    }
  });
});

describe('PATCH', () => {
  test('204 with the new offset, until all is there', async () => {
    const url = await create(6);
    for (const [offset, bytes] of [
      [0, 'ab'],
      [2, 'cd'],
      [4, 'ef'],
    ] as const) {
      const reply = await patch(url, offset, bytes);
      expect([reply.status, reply.headers['upload-offset'], reply.body]).toEqual([
        204,
        String(offset + 2),
        '',
      ]);
      expect(reply.headers['upload-expires'] === undefined).toBe(offset === 4);
    }
    expect(await readFile(placed(), 'utf8')).toBe('abcdef');
  });

  test('409 for another offset, and nothing is written', async () => {
    const url = await create(6);
    await patch(url, 0, 'ab');
    for (const offset of [0, 1, 3, 6, 99]) {
      expect((await patch(url, offset, 'xy')).status).toBe(409);
    }
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('2');
    expect(await readFile(stagedPath(url), 'utf8')).toBe('ab');
  });

  test.each(['-1', '1.0', 'x', '1e0', ' '])('400 for the offset %j', async (offset) => {
    expect((await patch(await create(6), offset, 'ab')).status).toBe(400);
  });

  test('400 without an offset', async () => {
    expect((await patch(await create(6), undefined, 'ab')).status).toBe(400);
  });

  test.each([undefined, 'text/plain', 'application/octet-stream'])(
    '415 for the content type %s',
    async (type) => {
      const url = await create(6);
      expect((await patch(url, 0, 'ab', { 'Content-Type': type })).status).toBe(415);
      expect((await send('HEAD', url)).headers['upload-offset']).toBe('0');
    },
  );

  test('404 for what never was', async () => {
    expect((await patch(`${uploadsPath}/${'0'.repeat(32)}`, 0, 'ab')).status).toBe(404);
  });

  test('413 for more than the length', async () => {
    const url = await create(2);
    expect((await patch(url, 0, 'abc')).status).toBe(413);
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('0');
  });

  test('no bytes are fine', async () => {
    const url = await create(2);
    const reply = await patch(url, 0, '');
    expect([reply.status, reply.headers['upload-offset']]).toEqual([204, '0']);
  });

  test('a body of unknown length is taken', async () => {
    const url = await create(4);
    const reply = await patch(url, 0, 'text', { 'Transfer-Encoding': 'chunked' });
    expect([reply.status, reply.headers['upload-offset']]).toEqual([204, '4']);
  });
});

describe('termination', () => {
  test('204, and then it is gone', async () => {
    const url = await create(6);
    await patch(url, 0, 'ab');
    expect((await send('DELETE', url)).status).toBe(204);
    await expect(stat(stagedPath(url))).rejects.toThrow();
    for (const reply of [
      await send('HEAD', url),
      await patch(url, 2, 'c'),
      await send('DELETE', url),
    ]) {
      expect([404, 410]).toContain(reply.status);
    }
  });

  test('not of what is complete: its file stays', async () => {
    const url = await create(2);
    await patch(url, 0, 'ab');
    const reply = await send('DELETE', url);
    expect(reply.status).toBe(400);
    expect(await readFile(placed(), 'utf8')).toBe('ab');
  });
});

describe('checksum', () => {
  const digest = (algorithm: string, bytes: string): string =>
    `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

  test.each(['sha1', 'sha256', 'md5'])('%s of the right bytes is fine', async (algorithm) => {
    const url = await create(8);
    const reply = await patch(url, 0, 'text', { 'Upload-Checksum': digest(algorithm, 'text') });
    expect([reply.status, reply.headers['upload-offset']]).toEqual([204, '4']);
  });

  test('460 for other bytes, which are not kept', async () => {
    const url = await create(8);
    await patch(url, 0, 'ab');
    const reply = await patch(url, 2, 'xy', { 'Upload-Checksum': digest('sha1', 'cd') });
    expect(reply.status).toBe(460);
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('2');
    expect((await patch(url, 2, 'cd', { 'Upload-Checksum': digest('sha1', 'cd') })).status).toBe(
      204,
    );
  });

  test('460 for the last bytes: no file appears', async () => {
    const url = await create(2);
    const reply = await patch(url, 0, 'xy', { 'Upload-Checksum': digest('sha1', 'ab') });
    expect(reply.status).toBe(460);
    await expect(stat(placed())).rejects.toThrow();
  });

  test.each(['crc32 AAAA', 'sha1', '', 'sha1  x', 'SHA1 AAAA', 'sha1 ***', 'sha1 AAAA'])(
    '400 for %j',
    async (header) => {
      const url = await create(4);
      const reply = await send(
        'PATCH',
        url,
        { 'Upload-Offset': '0', ...octets, 'Upload-Checksum': header || ' ' },
        'text',
      );
      expect(reply.status).toBe(400);
      expect((await send('HEAD', url)).headers['upload-offset']).toBe('0');
    },
  );

  test('bytes whose check the process did not live to see do not count', async () => {
    const url = await create(8);
    await patch(url, 0, 'ab');
    // As kill -9 leaves it: the length noted before, some of the chunk in the file.
    await server.dataSource.query('UPDATE upload SET unchecked_from = 2 WHERE id = $1', [
      url.split('/').pop(),
    ]);
    await writeFile(stagedPath(url), 'abcd');
    expect((await send('HEAD', url)).headers['upload-offset']).toBe('2');
    expect((await stat(stagedPath(url))).size).toBe(2);
    expect((await patch(url, 2, 'cdefgh')).status).toBe(204);
    expect(await readFile(placed(), 'utf8')).toBe('abcdefgh');
  });
});

describe('expiration', () => {
  test('410 a day after the last byte; each byte puts it off', async () => {
    const url = await create(8);
    await patch(url, 0, 'ab');
    const dayAgo = new Date(Date.now() - 24 * 3_600_000 - 5_000);
    await utimes(stagedPath(url), dayAgo, dayAgo);
    expect((await send('HEAD', url)).status).toBe(410);
    expect((await patch(url, 2, 'cd')).status).toBe(410);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(stagedPath(url), hourAgo, hourAgo);
    const reply = await patch(url, 2, 'cd');
    expect(reply.status).toBe(204);
    const expires = Date.parse(reply.headers['upload-expires'] as string);
    expect(expires - Date.now()).toBeGreaterThan(22.9 * 3_600_000);
  });
});

describe('who asks', () => {
  test('401 without a session, before anything else is looked at', async () => {
    const url = await create(4);
    for (const [method, path] of [
      ['POST', uploadsPath],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const) {
      expect((await send(method, path, { Authorization: undefined })).status).toBe(401);
    }
    expect((await send('HEAD', url)).status).toBe(200);
  });

  test('GET is not offered', async () => {
    expect([404, 405]).toContain((await send('GET', await create(4))).status);
  });
});

describe('real clients', () => {
  test('tus-js-client uploads, pauses, and resumes from another instance', async () => {
    const content = randomBytes(3 * 1024 * 1024);
    const options = {
      endpoint: `${server.baseUrl}${uploadsPath}`,
      headers: { Authorization: token },
      metadata: { fileName: 'tus-js.bin', dir: '/' },
      chunkSize: 512 * 1024,
      retryDelays: [],
    };
    const url = await new Promise<string>((resolve, reject) => {
      const first = new Upload(content, {
        ...options,
        onError: reject,
        onChunkComplete: (_, accepted) => {
          if (accepted >= 1024 * 1024) {
            void first.abort().then(() => resolve(first.url ?? ''));
          }
        },
      });
      first.start();
    });
    let began: number | null = null;
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        ...options,
        uploadUrl: url,
        onProgress: (sent) => (began ??= sent),
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    expect(began).toBeGreaterThanOrEqual(1024 * 1024);
    const file = await readFile(join(server.config.filesDir, 'home/admin/tus-js.bin'));
    expect(file.equals(content)).toBe(true);
  });

  test('curl uploads in two pieces, and sends a form', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clusterdesk-curl-'));
    try {
      const source = join(folder, 'source.bin');
      const content = randomBytes(200_000);
      await writeFile(source, content.subarray(0, 120_000));
      const curl = async (...words: string[]): Promise<string> =>
        (
          await promisify(execFile)('curl', [
            '-sS',
            '-i',
            '-H',
            `Authorization: ${token}`,
            ...words,
          ])
        ).stdout;
      const tus = ['-H', 'Tus-Resumable: 1.0.0'];
      const created = await curl(
        ...tus,
        '-X',
        'POST',
        '-H',
        'Upload-Length: 200000',
        '-H',
        `Upload-Metadata: ${metadata()}`,
        `${server.baseUrl}${uploadsPath}`,
      );
      const url = `${server.baseUrl}${/location: (\S+)/i.exec(created)?.[1]}`;
      const send = (offset: number): Promise<string> =>
        curl(
          ...tus,
          '-X',
          'PATCH',
          '-H',
          'Content-Type: application/offset+octet-stream',
          '-H',
          `Upload-Offset: ${offset}`,
          '--data-binary',
          `@${source}`,
          url,
        );
      expect(await send(0)).toMatch(/^HTTP\/1\.1 204[^]*upload-offset: 120000/i);
      await writeFile(source, content.subarray(120_000));
      expect(await send(120_000)).toMatch(/^HTTP\/1\.1 204[^]*upload-offset: 200000/i);
      expect((await readFile(placed())).equals(content)).toBe(true);
      const form = await curl(
        '-F',
        'dir=/',
        '-F',
        `files=@${source};filename=卷 "1".bin`,
        `${server.baseUrl}/api/user/info/uploadFile`,
      );
      expect(form).toContain('"complete":true');
      const sent = await readFile(join(server.config.filesDir, 'home/admin', '卷 "1".bin'));
      expect(sent.equals(content.subarray(120_000))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
