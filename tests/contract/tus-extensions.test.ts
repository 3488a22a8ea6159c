import { createHash } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { base64, octets, useTusWire } from '../support/wire/tus-wire.js';

/** tus resumable upload protocol 1.0.0, https://tus.io/protocols/resumable-upload, checked on the wire: the extensions. */

const wire = useTusWire();
const { send, create, patch, metadata, fileName, placed, stagedPath } = wire;

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
    expect(Date.parse(String(reply.headers['upload-expires']))).toBeGreaterThan(Date.now());
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
    expect(reply.headers['upload-placed-path']).toBe(encodeURIComponent(`/${fileName()}`));
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
    await wire.server.query('UPDATE upload SET unchecked_from = 2 WHERE id = $1', [
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
