import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { io } from 'socket.io-client';
import {
  exampleSite,
  hasNginx,
  startTestNginx,
  type TestNginx,
} from '@clusterdesk/tests/platform/test-nginx.js';
import { AccelLinks } from './accel-links.service.js';
import { DownloadService } from '../download.service.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Staging } from '../../spaces/storage/staging.js';

const proxySecret = 'what-only-the-proxy-can-show-here';

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: true,
    environment: {
      ACCEL_REDIRECT: '/clusterdesk-files',
      TRUST_PROXY: 'loopback',
      PROXY_SECRET: proxySecret,
    },
  });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  await mkdir(join(ann.home, 'folder'), { recursive: true });
  await mkdir(bob.home, { recursive: true });
  await writeFile(join(bob.home, 'secret'), 'of bob');
  await writeFile(join(ann.home, 'folder/in'), 'inner');
});

afterAll(() => platform.close());

async function tokenFor(path: string, content?: string | Buffer): Promise<string> {
  if (content !== undefined) {
    await writeFile(join(ann.home, path), content);
  }
  const { result } = await platform.call(ann, endpoints.downloads.getDownloadPath, {
    paths: [path],
  });
  return String(result);
}

const capable = {
  'x-sendfile-type': 'X-Accel-Redirect',
  'x-clusterdesk-proxy': proxySecret,
};

async function links(): Promise<string[]> {
  const { accelDir } = platform.get(Staging);
  const names = await readdir(accelDir, { recursive: true });
  return names.filter((name) => name.includes('/')).map((name) => join(accelDir, name));
}

describe('the server behind a proxy that can', () => {
  it('names the file it has checked, and sends no byte of it', async () => {
    const token = await tokenFor('/named', 'bytes');
    const answer = await platform.download(token, capable);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    const where = answer.headers.get('x-accel-redirect') ?? '';
    expect(where).toMatch(/^\/clusterdesk-files\/\d+\/[0-9a-f]{32}$/);
    const { accelDir } = platform.get(Staging);
    const linked = await stat(where.replace('/clusterdesk-files', accelDir));
    expect(linked.ino).toBe((await stat(join(ann.home, 'named'))).ino);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=named');
  });

  it('answers conditions itself', async () => {
    const token = await tokenFor('/named', 'bytes');
    const etag = (await platform.download(token)).headers.get('etag') ?? '';
    const headers = { ...capable, 'cache-control': 'max-age=0' };
    const before = (await links()).length;
    expect((await platform.download(token, { ...headers, 'if-none-match': etag })).status).toBe(
      304,
    );
    expect((await platform.download(token, { ...headers, 'if-match': '"x"' })).status).toBe(412);
    expect(await links()).toHaveLength(before);
  });

  it('sends the bytes to whoever comes directly', async () => {
    for (const capability of ['', 'X-Accel-Redirect']) {
      const answer = await platform.download(await tokenFor('/direct', 'bytes'), {
        'x-sendfile-type': capability,
      });
      expect(answer.headers.get('x-accel-redirect')).toBeNull();
      expect(await answer.text()).toBe('bytes');
    }
  });

  it('sends the checked bytes itself when the name is another file, or a link, by then', async () => {
    const swaps: ((path: string) => Promise<void>)[] = [
      (path) => symlink(join(bob.home, 'secret'), path),
      (path) => writeFile(path, 'another file'),
      (path) => mkdir(path),
    ];
    for (const [index, swap] of swaps.entries()) {
      const name = `swapped-${index}`;
      const token = await tokenFor(`/${name}`, 'the checked one');
      const service = platform.get(DownloadService);
      const open = service.open.bind(service);
      service.open = async (given) => {
        const opened = await open(given);
        await rename(join(ann.home, name), join(ann.home, `${name}-away`));
        await swap(join(ann.home, name));
        return opened;
      };
      const before = (await links()).length;
      const answer = await platform.download(token, capable);
      service.open = open;
      expect(answer.headers.get('x-accel-redirect')).toBeNull();
      expect(await answer.text()).toBe('the checked one');
      expect(await links()).toHaveLength(before);
    }
  });

  it('removes the second names after minutes, not before', async () => {
    await (await platform.download(await tokenFor('/swept', 'bytes'), capable)).text();
    const { accelDir } = platform.get(Staging);
    const old = join(accelDir, String(Math.floor(Date.now() / 60_000) - 3));
    await mkdir(old);
    await writeFile(join(old, 'x'), '');
    await mkdir(join(accelDir, 'odd'));
    const before = (await links()).length;
    await platform.get(AccelLinks).removeOld();
    expect(await links()).toHaveLength(before - 1);
    expect(await readdir(accelDir)).not.toContain('odd');
    expect(await readFile(join(ann.home, 'swept'), 'utf8')).toBe('bytes');
  });
});

// In CI it must be there; elsewhere these tests wait for a machine that has it.
const whereNginxIs = hasNginx() ? describe : describe.skip;

whereNginxIs('nginx with the example configuration', () => {
  let nginx: TestNginx;
  let logs: string;

  /** One before that server. */
  async function startExample(upstream: string): Promise<TestNginx> {
    const { accelDir } = platform.get(Staging);
    const secretFile = join(platform.config.dataDir, 'proxy-secret');
    await writeFile(secretFile, `proxy_set_header X-ClusterDesk-Proxy "${proxySecret}";`, {
      mode: 0o600,
    });
    return startTestNginx((port) =>
      exampleSite({ port, upstreams: [upstream], secretFile, logs, accelDir: `${accelDir}/` }),
    );
  }

  beforeAll(async () => {
    logs = join(platform.config.dataDir, 'nginx-logs');
    await mkdir(logs);
    nginx = await startExample(new URL(platform.baseUrl).host);
  });

  afterAll(() => nginx.stop());

  const download = (token: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${nginx.url}/api/user/info/download?path=${token}`, init);

  it('sends a file, named and typed as the platform says', async () => {
    const bytes = randomBytes(3_000_000);
    const token = await tokenFor('/图.png', bytes);
    const before = (await links()).length;
    const answer = await download(token);
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0);
    // It was nginx that sent it.
    expect(await links()).toHaveLength(before + 1);
    const direct = await platform.download(token, {}, 'HEAD');
    for (const name of [
      'content-disposition',
      'content-type',
      'content-length',
      'etag',
      'last-modified',
      'accept-ranges',
      'cache-control',
      'x-content-type-options',
      'content-security-policy',
    ]) {
      expect([name, answer.headers.get(name)]).toEqual([name, direct.headers.get(name)]);
    }
    expect(answer.headers.get('x-accel-redirect')).toBeNull();
  });

  it('answers HEAD, ranges and their conditions as the platform does', async () => {
    const token = await tokenFor('/ten', '0123456789');
    const head = await download(token, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const etag = head.headers.get('etag') ?? '';
    const part = await download(token, { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await download(token, { headers: { 'cache-control': 'max-age=0', ...headers } })).status;
    expect(await statusOf({ range: 'bytes=2-4', 'if-range': etag })).toBe(206);
    expect(await statusOf({ range: 'bytes=2-4', 'if-range': '"other"' })).toBe(200);
    expect(await statusOf({ range: 'bytes=10-' })).toBe(416);
    expect(await statusOf({ range: 'bytes=0-1,4-5' })).toBe(200);
    expect(await statusOf({ 'if-none-match': etag })).toBe(304);
    expect(await statusOf({ 'if-none-match': '"other"' })).toBe(200);
    expect(await statusOf({ 'if-match': '"other"' })).toBe(412);
    expect(await statusOf({ 'if-match': etag })).toBe(200);
  });

  it('sends packages too', async () => {
    const answer = await download(await tokenFor('/folder'));
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('gives nobody the second names', async () => {
    await (await download(await tokenFor('/ten', '0123456789'))).text();
    const [link = ''] = await links();
    const path = link.slice(platform.get(Staging).accelDir.length);
    expect((await fetch(`${nginx.url}/clusterdesk-files${path}`)).status).toBe(404);
  });

  it('says from where a call comes, whatever the caller says', async () => {
    await fetch(`${nginx.url}/api/user/info/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
        'x-clusterdesk-proxy': 'a guess',
      },
      body: JSON.stringify({ loginName: 'forger', password: 'AAAA' }),
    });
    const row = await waitFor('the row in the log', async () => {
      const rows: unknown[] = await platform.dataSource.query(
        `SELECT address FROM audit_log WHERE user_name = 'forger'`,
      );
      return rows[0];
    });
    expect(row).toEqual({ address: '127.0.0.1' });
  });

  it('passes refusals, and large bodies without keeping them', async () => {
    const refused = await download('made-up');
    expect(refused.status).toBe(404);
    const upload = await fetch(`${nginx.url}/api/uploads`, {
      method: 'POST',
      headers: {
        authorization: ann.token,
        'tus-resumable': '1.0.0',
        'upload-length': '40000000',
        'content-type': 'application/offset+octet-stream',
        'upload-metadata': `fileName ${Buffer.from('through').toString('base64')}`,
      },
      body: Buffer.alloc(40_000_000),
    });
    expect(upload.status).toBe(201);
    expect((await stat(join(ann.home, 'through'))).size).toBe(40_000_000);
  });

  it('logs what was asked without what is in the addresses, also of what fails', async () => {
    const secret = await tokenFor('/ten', '0123456789');
    const dead = await startExample('127.0.0.1:1');
    for (const { url } of [nginx, dead]) {
      for (const path of ['/api/user/info/download?path', '/login?code', '/api/x?Authorization']) {
        const answer = await fetch(`${url}${path}=${secret}`, {
          headers: { referer: `${url}/login?code=${secret}`, 'user-agent': 'spec' },
        });
        await answer.arrayBuffer();
      }
    }
    await dead.stop();
    const written = await waitFor('the lines', async () => {
      const text = await readFile(join(logs, 'clusterdesk.log'), 'utf8');
      return (text.match(/"GET \/api\/x HTTP/g)?.length ?? 0) >= 2 && text;
    });
    expect(written).toMatch(
      /^127\.0\.0\.1 \[.*"GET \/api\/user\/info\/download HTTP\/1\.1" 200 10 /m,
    );
    expect(written).toMatch(/"GET \/login HTTP\/1\.1" 502 /);
    for (const name of await readdir(logs)) {
      expect([name, await readFile(join(logs, name), 'utf8')]).toEqual([
        name,
        expect.not.stringContaining(secret),
      ]);
    }
  });

  it('names the port that it was asked at', async () => {
    const script = await fetch(`${nginx.url}/agent/install.sh`);
    expect(await script.text()).toContain(new URL(nginx.url).host);
  });

  it.each(['websocket', 'polling'])('carries live events by %s', async (transport) => {
    const socket = io(`${nginx.url}/console`, {
      auth: { token: ann.token },
      transports: [transport],
      forceNew: true,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('connect_error', reject);
    });
    socket.close();
  });
});
