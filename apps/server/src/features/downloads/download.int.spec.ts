import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type PackageState } from '@clusterdesk/contracts';
import { SpecDownloads } from '@clusterdesk/tests/features/downloads-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../spaces/storage/staging.js';
import { DownloadSweeper } from './download-sweeper.service.js';

const { getDownloadPath, packageState } = endpoints.downloads;

let platform: SpecPlatform;
let downloads: SpecDownloads;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  downloads = new SpecDownloads(platform);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(() => platform.close());

beforeEach(() => downloads.furnish(ann));

describe('a single file', () => {
  it('is served whole, as an attachment that never renders', async () => {
    const response = await platform.download(await downloads.tokenFor(ann, '/single.html'));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=single.html');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe('sandbox');
    expect(response.headers.get('cache-control')).toContain('private');
  });

  it('keeps its Chinese name', async () => {
    const response = await platform.download(await downloads.tokenFor(ann, '/数据/结果.txt'));
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('结果.txt')}`,
    );
  });

  it('speaks Range, If-Range, ETag, HEAD and 304', async () => {
    const token = await downloads.tokenFor(ann, '/single.html');
    const part = await platform.download(token, { range: 'bytes=1-6' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 1-6/25');
    expect(await part.text()).toBe('script');
    const etag = part.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const same = await platform.download(token, { range: 'bytes=1-6', 'if-range': etag });
    expect(same.status).toBe(206);
    const changed = await platform.download(token, { range: 'bytes=1-6', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
    // Without this, fetch itself asks every cache to be passed by.
    const ask = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await platform.download(token, ask)).status).toBe(304);
    const head = await platform.download(token, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe('25');
    expect(await head.text()).toBe('');
    const beyond = await platform.download(token, { range: 'bytes=100-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */25');
  });

  it('leaves no descriptor open, also when the browser goes away', async () => {
    await writeFile(join(ann.home, 'large'), randomBytes(20_000_000));
    const token = await downloads.tokenFor(ann, '/large');
    await (await platform.download(token, {}, 'HEAD')).text();
    const aborter = new AbortController();
    const url = `${platform.baseUrl}/api/user/info/download?path=${token}`;
    const response = await fetch(url, { signal: aborter.signal });
    await response.body?.getReader().read();
    aborter.abort();
    const openOnes = async (): Promise<number> => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        ),
      );
      return links.filter((link) => link.endsWith('/large')).length;
    };
    const endsAt = Date.now() + 3_000;
    while ((await openOnes()) > 0 && Date.now() < endsAt) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await openOnes()).toBe(0);
  });
});

describe('who may not', () => {
  it('nobody with a made-up or expired token', async () => {
    expect((await platform.download('made-up')).status).toBe(404);
    const token = await downloads.tokenFor(ann, '/single.html');
    await platform.query("UPDATE download_ticket SET expires_at = now() - interval '1 second'");
    const response = await platform.download(token, { 'accept-language': 'en' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('expired');
  });

  it('only the hash of a token is kept', async () => {
    const token = await downloads.tokenFor(ann, '/single.html');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = JSON.stringify(await platform.query('SELECT * FROM download_ticket'));
    expect(rows).not.toContain(token);
  });

  it('a user who was frozen, deleted, or lost the right since', async () => {
    const eve = await platform.addUser('eve');
    await mkdir(eve.home, { recursive: true });
    await writeFile(join(eve.home, 'f'), 'x');
    const token = await downloads.tokenFor(eve, '/f');
    const set = (column: string, value: string): Promise<unknown> =>
      platform.query(`UPDATE user_account SET ${column} = ${value} WHERE id = $1`, [eve.id]);
    await set('is_frozen', 'true');
    expect((await platform.download(token)).status).toBe(404);
    await set('is_frozen', 'false');
    await set('can_download', 'false');
    expect((await platform.download(token)).status).toBe(403);
    const refused = await platform.call(eve, getDownloadPath, { paths: ['/f'] });
    expect(refused).toMatchObject({ code: 403, result: { error: 'SPACE_DOWNLOAD_OFF' } });
    await set('can_download', 'true');
    expect((await platform.download(token)).status).toBe(200);
    await platform.query(
      'DELETE FROM role_menu USING user_role WHERE role_menu.role_id = user_role.role_id AND user_id = $1',
      [eve.id],
    );
    expect((await platform.download(token)).status).toBe(403);
    await platform.query('DELETE FROM user_account WHERE id = $1', [eve.id]);
    expect((await platform.download(token)).status).toBe(404);
  });

  it('a user without the page, or without a session', async () => {
    const guest = await platform.addUser('guest', []);
    const input = { paths: ['/single.html'] };
    expect(await platform.call(guest, getDownloadPath, input)).toMatchObject({ code: 403 });
    expect(await platform.call(null, getDownloadPath, input)).toMatchObject({ code: 401 });
    expect(await platform.call(guest, packageState, { packageId: 'x' })).toMatchObject({
      code: 403,
    });
  });

  it('another user cannot ask about a package', async () => {
    const asked = await platform.call(ann, getDownloadPath, { paths: ['/数据'], async: true });
    const { packageId } = asked.result as PackageState;
    expect(await platform.call(bob, packageState, { packageId })).toMatchObject({ code: 404 });
    expect(await platform.call(bob, packageState, { packageId: 'no-id' })).toMatchObject({
      code: 404,
    });
  });

  it.each(['/../bob/secret', '/link/secret', '/none', '/pipe'])(
    'a path such as %s',
    async (path) => {
      await mkdir(bob.home, { recursive: true });
      await writeFile(join(bob.home, 'secret'), 'of bob');
      await symlink(bob.home, join(ann.home, 'link'));
      execFileSync('mkfifo', [join(ann.home, 'pipe')]);
      const answer = await platform.call(ann, getDownloadPath, { paths: [path] });
      expect([400, 404]).toContain(answer.code);
      const several = await platform.call(ann, getDownloadPath, { paths: [path, '/single.html'] });
      expect([400, 404]).toContain(several.code);
    },
  );

  it('a file that became a link after the ticket was given', async () => {
    await mkdir(bob.home, { recursive: true });
    await writeFile(join(bob.home, 'secret'), 'of bob');
    const token = await downloads.tokenFor(ann, '/single.html');
    await rm(join(ann.home, 'single.html'));
    await symlink(join(bob.home, 'secret'), join(ann.home, 'single.html'));
    expect((await platform.download(token)).status).toBe(404);
  });
});

describe('the sweep', () => {
  it('removes what has expired and keeps the rest', async () => {
    const kept = await downloads.tokenFor(ann, '/数据');
    await writeFile(join(ann.home, '数据/more'), '');
    const expired = await downloads.tokenFor(ann, '/数据');
    await platform.query(
      `UPDATE download_package SET expires_at = now() - interval '1 second'
       WHERE id = (SELECT id FROM download_package ORDER BY expires_at DESC LIMIT 1)`,
    );
    const staging = platform.get(Staging);
    const stray = join(staging.packagesDir, '.nfs0000000000000001');
    await writeFile(stray, '');
    await platform.get(DownloadSweeper).sweep();
    expect((await platform.download(expired)).status).toBe(404);
    expect((await platform.download(kept)).status).toBe(200);
    await access(stray);
    await rm(stray);
    const rows = await platform.query('SELECT id FROM download_package');
    const zips = (await readdir(staging.packagesDir)).filter((name) => name.endsWith('.zip'));
    const ids = rows.map(({ id }) => `${String(id)}.zip`);
    expect(zips.filter((name) => !ids.includes(name))).toEqual([]);
  });
});
