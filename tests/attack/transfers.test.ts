import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { SpecTus } from '../support/wire/tus-uploads.js';
import { base64 } from '../support/wire/tus-wire.js';

let platform: SpecPlatform;
let ann: SpecUser;
let client: ApiClient;
let tus: SpecTus;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  client = new ApiClient(platform.baseUrl);
  client.token = ann.token;
  tus = new SpecTus(platform);
  await mkdir(ann.home, { recursive: true });
});
afterAll(() => platform.stop());

describe('an upload', () => {
  test('that eight send the same bytes of is written once', async () => {
    const url = await tus.begin(ann, { fileName: 'once.bin', dir: '/' }, 8_000_000);
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(8_000_000, index));
    const answers = await Promise.all(
      bodies.map((body) =>
        tus.patch(ann, url, 0, body).then(
          ({ status }) => status,
          // Refused while it was still being sent.
          () => 409,
        ),
      ),
    );
    const won = answers.flatMap((status, index) => (status === 204 ? [index] : []));
    expect(won).toHaveLength(1);
    for (const status of answers.filter((one) => one !== 204)) {
      expect([404, 409, 410, 423]).toContain(status);
    }
    const placed = await readFile(join(ann.home, 'once.bin'));
    expect(placed.equals(bodies[won[0] ?? -1] ?? Buffer.alloc(0))).toBe(true);
  });

  test.each([
    ...['-1', '1.5', '1e3', '0x10', ' ', '٤', 'NaN', 'Infinity', '1,1'],
    ...[String(2 ** 53), '1' + '0'.repeat(20), '9'.repeat(400)],
  ])('of the length %j is not begun', async (length) => {
    const before = await tus.staged();
    const answer = await tus.send(ann, 'POST', uploadsPath, {
      'Upload-Length':
        encodeURIComponent(length) === length ? length : Buffer.from(length).toString('latin1'),
      'Upload-Metadata': `fileName ${base64('long.bin')}`,
    });
    expect([400, 413, 507]).toContain(answer.status);
    expect(await tus.staged()).toEqual(before);
  });

  test.each([
    ['a name that is no base64', 'fileName !!!'],
    ['a name without a value', 'fileName'],
    ['two names', `fileName ${base64('a')},fileName ${base64('b')}`],
    ['a prototype', `__proto__ ${base64('x')}`],
    [
      'a project that is not there',
      `fileName ${base64('a')},space ${base64('project')},spaceId ${base64(randomUUID())}`,
    ],
    ['an unknown space', `fileName ${base64('a')},space ${base64('../home/bob')}`],
    ['what to do that nobody knows', `fileName ${base64('a')},operation ${base64('3')}`],
    ['as much as a head holds', `fileName ${base64('a')},x ${base64('x'.repeat(9_000))}`],
  ])('with metadata of %s is refused, or takes the file for what it is', async (_, metadata) => {
    const answer = await tus.send(ann, 'POST', uploadsPath, {
      'Upload-Length': '1',
      'Upload-Metadata': metadata,
    });
    expect([201, 400, 403, 404, 431]).toContain(answer.status);
    if (answer.status === 201) {
      const url = answer.headers.get('location') ?? '';
      expect((await tus.send(ann, 'DELETE', url)).status).toBe(204);
    }
  });

  test.each([
    ['behind the end', { 'Upload-Offset': '5' }, [409]],
    ['before the beginning', { 'Upload-Offset': '-1' }, [400]],
    ['nowhere', { 'Upload-Offset': 'x' }, [400]],
    ['beyond its length', { 'Upload-Offset': '0' }, [400, 413]],
    ['with a wrong sum', { 'Upload-Checksum': `sha1 ${base64('x'.repeat(20))}` }, [400, 460]],
    ['with an unknown sum', { 'Upload-Checksum': `md4 ${base64('x')}` }, [400]],
    // Read as the JSON of a call before anybody asks what it is for: the envelope says that it is none.
    ['with another type', { 'Content-Type': 'application/json' }, [200, 400, 415]],
    ['in another version', { 'Tus-Resumable': '0.2.2' }, [412]],
  ])('written %s keeps what it has', async (where, headers, statuses) => {
    const url = await tus.begin(ann, { fileName: 'kept.bin', dir: '/', operation: '2' });
    const body = where === 'beyond its length' ? 'too long' : 'evil';
    const answer = await tus.patch(ann, url, 0, body, headers);
    expect(statuses).toContain(answer.status);
    const head = await tus.send(ann, 'HEAD', url);
    expect(head.headers.get('upload-offset')).toBe('0');
    expect((await tus.patch(ann, url, 0, 'good')).status).toBe(204);
  });

  test.each([
    '../../x',
    '%2e%2e',
    'x/y',
    '0',
    '-1',
    'a'.repeat(1_000),
    "' OR 1=1 --",
    '..%2f..%2fpostgres',
  ])('of the id %j is not there', async (id) => {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const url = `${uploadsPath}/${encodeURIComponent(id)}`;
      const answer =
        method === 'PATCH'
          ? await tus.patch(ann, url, 0, 'evil')
          : await tus.send(ann, method, url);
      expect([400, 404, 410]).toContain(answer.status);
    }
  });
});

describe('a download', () => {
  const names = [
    ...['a.html', 'a.svg', 'a.xhtml', 'a.js', 'a.pdf', 'a.mht', 'a.swf', 'index', '.htaccess'],
    ...[
      'a"b.txt',
      "a'b.txt",
      'a;b.txt',
      'a\\b.txt',
      'a%22b.txt',
      '"; filename=evil.exe',
      '=?utf-8?q?a?=',
    ],
    ...[
      '长.txt',
      '😀.txt',
      'é.txt',
      ' a ',
      'a\u202Egpj.exe',
      'a\u2028b',
      '%00',
      '../a',
      '-rf',
      'CON',
    ],
  ].filter((name) => !name.includes('/'));

  async function ticketOf(name: string): Promise<string> {
    await writeFile(join(ann.home, name), '<script>alert(document.domain)</script>');
    const { result } = await client.expectOk(endpoints.downloads.getDownloadPath, {
      paths: [`/${name}`],
    });
    return String(result);
  }

  test.each(names)('of %j is saved, never shown, also by the ticket of a preview', async (name) => {
    const download = await ticketOf(name);
    const preview = await client.expectOk(endpoints.downloads.getPreviewPath, { path: `/${name}` });
    for (const [ticket, range] of [
      [download, {}],
      [preview.result, {}],
      [preview.result, { Range: 'bytes=0-7' }],
    ] as const) {
      const answer = await platform.download(ticket, range);
      expect(answer.status).toBe('Range' in range ? 206 : 200);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(
        /^attachment; filename=(?:"(?:[^"\\]|\\.)*"|[\w!#$&'*+.^`|~%-]+)(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('cache-control')).toMatch(/private|no-store/);
      expect(answer.headers.get('content-type')).not.toMatch(/html|javascript|(?<!svg\+)xml/);
    }
  });

  test.each([
    ['2,000 pieces', `bytes=${Array.from({ length: 2_000 }, (_, at) => `${at}-${at}`).join(',')}`],
    ['overlapping pieces', `bytes=${Array(300).fill('0-').join(',')}`],
    ['a piece behind the end', 'bytes=1000-'],
    ['a piece backwards', 'bytes=5-1'],
    ['a piece beyond numbers', `bytes=0-${'9'.repeat(60)}`],
    ['negative pieces', 'bytes=--1'],
    ['another unit', 'lines=1-2'],
    ['nothing', 'bytes='],
  ])('in %s is at most the file', async (_, range) => {
    const answer = await platform.download(await ticketOf('ranges.txt'), { Range: range });
    expect([200, 206, 400, 416, 431]).toContain(answer.status);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(400);
  });

  test('without a ticket of its own gives nothing', async () => {
    const ticket = await ticketOf('mine.txt');
    const guesses = [
      ...['', 'x', "' OR 1=1 --", '../../etc/passwd', '\0', 'null', 'x'.repeat(200)],
      ...[ann.token, `${ticket}x`, ticket.slice(0, -1), ticket.toUpperCase(), ` ${ticket}`],
    ];
    for (const guess of guesses) {
      const answer = await platform.download(guess);
      expect([400, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('alert');
    }
  });
});
