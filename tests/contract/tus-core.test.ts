import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { octets, useTusWire, type TusReply } from '../support/wire/tus-wire.js';

/** tus resumable upload protocol 1.0.0, https://tus.io/protocols/resumable-upload, checked on the wire: the core. */

const wire = useTusWire();
const { send, create, patch, metadata, placed, stagedPath } = wire;

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
    const override = (
      method: string,
      headers: Record<string, string>,
      body = '',
    ): Promise<TusReply> =>
      send('POST', url, { 'X-HTTP-Method-Override': method, ...headers }, body);
    const patched = await override('PATCH', { 'Upload-Offset': '0', ...octets }, 'ab');
    expect([patched.status, patched.headers['upload-offset']]).toEqual([204, '2']);
    expect((await override('DELETE', {})).status).toBe(204);
    expect((await send('HEAD', url)).status).toBe(404);
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
      // nginx passes no zero byte on.
      expect(reply.status).toBe(id === '%00' && wire.server.isBehindNginx ? 400 : 404);
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
