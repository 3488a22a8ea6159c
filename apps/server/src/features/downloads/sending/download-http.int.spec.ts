import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  await mkdir(ann.home, { recursive: true });
});

afterAll(() => platform.close());

async function tokenFor(name: string, content: string | Buffer = '0123456789'): Promise<string> {
  await writeFile(join(ann.home, name), content);
  const { result } = await platform.call(ann, endpoints.downloads.getDownloadPath, {
    paths: [`/${name}`],
  });
  return String(result);
}

interface EnvelopeResult {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the connection broke before the announced end. */
  isBroken: boolean;
}

/** Plain HTTP: fetch adds and hides headers. `onFirst` is called with the first bytes, while no more are taken. */
function ask(
  token: string,
  headers: Record<string, string> = {},
  options: { method?: string; onFirst?: () => Promise<void> } = {},
): Promise<EnvelopeResult> {
  const url = `${platform.baseUrl}/api/user/info/download?path=${token}`;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: options.method ?? 'GET', headers, agent: false });
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      const end = (isBroken: boolean): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          isBroken,
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.length === 1 && options.onFirst) {
          response.pause();
          void options.onFirst().then(() => response.resume(), reject);
        }
      });
      response.on('end', () => end(false));
      response.on('error', () => end(true));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('a range', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
  ])('%s gives exactly that', async (range, text, contentRange) => {
    const answer = await ask(await tokenFor('ten'), { range });
    expect(answer.status).toBe(206);
    expect(answer.body.toString()).toBe(text);
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it.each(['bytes=10-', 'bytes=100-200', 'bytes=-0'])(
    '%s, which has no byte of the file, is answered 416',
    async (range) => {
      const answer = await ask(await tokenFor('ten'), { range });
      expect(answer.status).toBe(416);
      expect(answer.headers['content-range']).toBe('bytes */10');
      expect(answer.headers['content-disposition']).toBeUndefined();
      expect(answer.body).toHaveLength(0);
    },
  );

  it.each(['bytes=0-1,4-5', 'bytes=0-0, -1', 'lines=1-2', 'bytes=x-y', 'bytes='])(
    '%s, several or not understood, is answered with the whole file',
    async (range) => {
      const answer = await ask(await tokenFor('ten'), { range });
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toBe('0123456789');
    },
  );

  it('of an empty file is 416, and the file itself empty', async () => {
    const token = await tokenFor('empty', '');
    expect((await ask(token, { range: 'bytes=0-' })).status).toBe(416);
    expect(await ask(token)).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
  });
});

describe('a condition', () => {
  async function validators(token: string): Promise<{ etag: string; modified: string }> {
    const { headers } = await ask(token, {}, { method: 'HEAD' });
    return { etag: headers.etag ?? '', modified: headers['last-modified'] ?? '' };
  }
  const past = new Date(0).toUTCString();

  it('If-None-Match and If-Modified-Since give 304 for what is the same', async () => {
    const token = await tokenFor('ten');
    const { etag, modified } = await validators(token);
    expect(etag).toMatch(/^"[^"]+"$/);
    const same: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-none-match': etag, 'if-modified-since': past },
    ];
    for (const headers of same) {
      const answer = await ask(token, headers);
      expect([headers, answer.status, answer.body.length]).toEqual([headers, 304, 0]);
      expect(answer.headers.etag).toBe(etag);
    }
    const other: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': past },
    ];
    for (const headers of other) {
      expect([headers, (await ask(token, headers)).status]).toEqual([headers, 200]);
    }
  });

  it('If-Match and If-Unmodified-Since give 412 for what is another', async () => {
    const token = await tokenFor('ten');
    const { etag, modified } = await validators(token);
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await ask(token, headers)).status;
    expect(await statusOf({ 'if-match': '"other"' })).toBe(412);
    expect(await statusOf({ 'if-unmodified-since': past })).toBe(412);
    expect(await statusOf({ 'if-match': etag })).toBe(200);
    expect(await statusOf({ 'if-match': '*' })).toBe(200);
    expect(await statusOf({ 'if-unmodified-since': modified })).toBe(200);
  });

  it('If-Range gives the range of the same file, and all of another', async () => {
    const token = await tokenFor('ten');
    const { etag, modified } = await validators(token);
    const range = 'bytes=2-4';
    expect((await ask(token, { range, 'if-range': etag })).status).toBe(206);
    expect((await ask(token, { range, 'if-range': modified })).status).toBe(206);
    expect((await ask(token, { range, 'if-range': '"other"' })).status).toBe(200);
    expect((await ask(token, { range, 'if-range': past })).status).toBe(200);
  });

  it('HEAD tells everything and sends nothing', async () => {
    const token = await tokenFor('ten.txt');
    const answer = await ask(token, {}, { method: 'HEAD' });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-length': '10', 'accept-ranges': 'bytes' },
    });
    expect(answer.headers['content-disposition']).toBe('attachment; filename=ten.txt');
    expect(answer.body).toHaveLength(0);
    const part = await ask(token, { range: 'bytes=2-4' }, { method: 'HEAD' });
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '3' } });
    expect(part.body).toHaveLength(0);
  });
});

describe('a file that changes', () => {
  it('between the ticket and the fetch is sent as it is now, and is another for its old readers', async () => {
    const token = await tokenFor('changing');
    const before = (await ask(token)).headers.etag ?? '';
    await writeFile(join(ann.home, 'new'), 'ABCDEFGHIJKL');
    await rename(join(ann.home, 'new'), join(ann.home, 'changing'));
    const resumed = await ask(token, { range: 'bytes=5-', 'if-range': before });
    expect(resumed).toMatchObject({ status: 200, headers: { 'content-length': '12' } });
    expect(resumed.body.toString()).toBe('ABCDEFGHIJKL');
  });

  it('has another ETag when only its inode or only its time differs', async () => {
    const token = await tokenFor('same');
    const then = new Date(1_700_000_000_000);
    await utimes(join(ann.home, 'same'), then, then);
    const first = (await ask(token)).headers.etag;
    await writeFile(join(ann.home, 'copy'), '9876543210');
    await utimes(join(ann.home, 'copy'), then, then);
    await rename(join(ann.home, 'copy'), join(ann.home, 'same'));
    const second = (await ask(token)).headers.etag;
    await utimes(join(ann.home, 'same'), then, new Date(1_700_000_000_001));
    const third = (await ask(token)).headers.etag;
    expect(new Set([first, second, third]).size).toBe(3);
  });

  const large = randomBytes(24_000_000);

  it('is replaced while it is sent: all bytes are those of the old one', async () => {
    const token = await tokenFor('large', large);
    const answer = await ask(
      token,
      {},
      {
        onFirst: async () => {
          await writeFile(join(ann.home, 'other'), randomBytes(24_000_000));
          await rename(join(ann.home, 'other'), join(ann.home, 'large'));
        },
      },
    );
    expect(Buffer.compare(answer.body, large)).toBe(0);
  });

  it('grows while it is sent: what was announced comes', async () => {
    const token = await tokenFor('large', large);
    const onFirst = (): Promise<void> => appendFile(join(ann.home, 'large'), 'more');
    const answer = await ask(token, {}, { onFirst });
    expect(answer.isBroken).toBe(false);
    expect(Buffer.compare(answer.body, large)).toBe(0);
  });

  it('isCompressible while it is sent: the connection breaks, so that nobody takes it for whole', async () => {
    const token = await tokenFor('large', large);
    const onFirst = (): Promise<void> => truncate(join(ann.home, 'large'), 100);
    const answer = await ask(token, {}, { onFirst });
    expect(answer.isBroken).toBe(true);
    expect(answer.body.length).toBeLessThan(large.length);
  });
});

describe('the name', () => {
  it.each([
    ['plain.txt', 'attachment; filename=plain.txt'],
    ['two words.txt', 'attachment; filename="two words.txt"'],
    ['a;b.txt', 'attachment; filename="a;b.txt"'],
    ['say "hi".txt', 'attachment; filename="say \\"hi\\".txt"'],
    ['back\\slash.txt', 'attachment; filename="back\\\\slash.txt"'],
    ['结果.txt', `attachment; filename="??.txt"; filename*=UTF-8''%E7%BB%93%E6%9E%9C.txt`],
    ['🚀.txt', `attachment; filename="??.txt"; filename*=UTF-8''%F0%9F%9A%80.txt`],
    [
      "it's 100%41.txt",
      `attachment; filename="it's 100%41.txt"; filename*=UTF-8''it%27s%20100%2541.txt`,
    ],
    ['a\r\nSet-Cookie: x=1.txt', 'attachment; filename="a__Set-Cookie: x=1.txt"'],
    ['tab\there\u0085.txt', 'attachment; filename=tab_here_.txt'],
    ['x\u202egpj.exe', 'attachment; filename=x_gpj.exe'],
    ['\u2067a\u2069\u200f.txt', 'attachment; filename=_a__.txt'],
    ['trailing. ', 'attachment; filename="trailing. "'],
  ])('%j is told', async (name, disposition) => {
    const { headers } = await ask(await tokenFor(name));
    expect(headers['content-disposition']).toBe(disposition);
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('the type', () => {
  it.each([
    ['a.mp4', 'video/mp4'],
    ['a.WEBM', 'video/webm'],
    ['a.mp3', 'audio/mpeg'],
    ['a.png', 'image/png'],
    ['a.svg', 'image/svg+xml'],
    ['a.pdf', 'application/pdf'],
    ['a.zip', 'application/zip'],
    ['a.txt', 'text/plain; charset=utf-8'],
    ['a.html', 'text/plain; charset=utf-8'],
    ['a.xhtml', 'text/plain; charset=utf-8'],
    ['a.js', 'text/plain; charset=utf-8'],
    ['a.mjs', 'text/plain; charset=utf-8'],
    ['a.css', 'text/plain; charset=utf-8'],
    ['a.xml', 'text/plain; charset=utf-8'],
    ['a.unknown', 'application/octet-stream'],
    ['none', 'application/octet-stream'],
    ['.gitignore', 'application/octet-stream'],
  ])('of %s is %s, never sniffed and always an attachment', async (name, type) => {
    const { headers } = await ask(await tokenFor(name));
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });
});
