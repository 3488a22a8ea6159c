import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { RecentFiles } from '../spaces/recent/recent-files.service.js';

const { disk, downloads, copies } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});
afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM recent_file');
  for (const user of [ann, bob]) {
    await rm(user.home, { recursive: true, force: true });
    await mkdir(join(user.home, 'd'), { recursive: true });
  }
});

const put = (path: string, user = ann): Promise<void> => writeFile(join(user.home, path), 'text');

const note = (...paths: string[]): Promise<void> =>
  platform.get(RecentFiles).note({ userId: ann.id }, { space: 'disk' }, paths);

/** What the user is shown, as paths. */
async function shown(user = ann, size?: number): Promise<string[]> {
  const { result } = await platform.call(user, disk.recentFiles, size ? { size } : {});
  return result.map(({ path }) => path);
}

async function kept(): Promise<unknown[]> {
  return (await platform.query('SELECT path FROM recent_file ORDER BY path')).map(
    ({ path }) => path,
  );
}

describe('recent files', () => {
  it('are those that were uploaded, previewed and downloaded, the last one first, each once', async () => {
    await put('looked.txt');
    await put('fetched.txt');
    await platform.upload(ann, Buffer.from('new'), { dir: '/d', fileName: 'sent.txt' });
    await platform.call(ann, downloads.getPreviewPath, { path: '/looked.txt' });
    await platform.call(ann, downloads.getDownloadPath, { paths: ['/fetched.txt'] });
    await platform.call(ann, downloads.getPreviewPath, { path: '/d/sent.txt' });
    const { result } = await platform.call(ann, disk.recentFiles, {});
    expect(result.map(({ path }) => path)).toEqual(['/d/sent.txt', '/fetched.txt', '/looked.txt']);
    expect(result[0]).toEqual({
      path: '/d/sent.txt',
      localPath: 'sent.txt',
      directory: false,
      fileType: 'txt',
      size: 3,
      createDate: expect.stringMatching(/^\d{4}-/),
      space: { space: 'disk' },
      usedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await shown(bob)).toEqual([]);
  });

  it('hold what a form placed', async () => {
    const form = new FormData();
    form.set('path', '/d');
    form.set('file', new File(['one'], 'one.txt'));
    const answer = await fetch(`${platform.baseUrl}/api/user/info/uploadFile`, {
      method: 'POST',
      headers: { Authorization: ann.token },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ success: true });
    expect(await shown()).toEqual(['/d/one.txt']);
  });

  it('are not what was refused', async () => {
    await platform.call(ann, downloads.getPreviewPath, { path: '/nothing' });
    await platform.call(ann, downloads.getPreviewPath, { path: '/d' });
    expect(await kept()).toEqual([]);
  });

  it('follow a rename and a move of the file or of a folder above it', async () => {
    await put('one');
    await put('d/two');
    await put('d/three');
    await note('/one', '/d/two', '/d/three');
    await platform.call(ann, disk.rename, { path: '/one', newPath: '/uno' });
    await platform.call(ann, disk.rename, { path: '/d', newPath: '/e' });
    expect(await shown()).toEqual(['/e/three', '/e/two', '/uno']);
    await platform.call(ann, copies.move, { paths: ['/e/two'], dir: '/' });
    expect(await shown()).toEqual(['/e/three', '/two', '/uno']);
  });

  it('keep one row where a file takes the place of another one', async () => {
    await put('same');
    await put('d/same');
    await note('/d/same', '/same');
    await platform.call(ann, copies.move, { paths: ['/same'], dir: '/d', operation: '1' });
    expect(await kept()).toEqual(['/d/same']);
  });

  it('forget what is removed, and leave out what went without the platform', async () => {
    await put('one');
    await put('d/two');
    await put('gone');
    await put('dir');
    await note('/one', '/d/two', '/gone', '/dir');
    await platform.call(ann, disk.remove, { paths: ['/d'] });
    expect(await kept()).toEqual(['/dir', '/gone', '/one']);
    await rm(join(ann.home, 'gone'));
    await rm(join(ann.home, 'dir'));
    await mkdir(join(ann.home, 'dir'));
    expect(await shown()).toEqual(['/one']);
  });

  it('are so many at most, also when many are noted at once', async () => {
    const names = Array.from({ length: limits.recentFiles + 10 }, (_, index) => `/f${index}`);
    await Promise.all(names.map((name) => put(name)));
    await Promise.all(names.map((name) => note(name)));
    await note('/f0');
    expect(await kept()).toHaveLength(limits.recentFiles);
    await note(...names);
    expect(await shown()).toEqual(names.slice(-limits.recentFiles).reverse());
    expect(await shown(ann, 2)).toEqual(names.slice(-2).reverse());
  });

  it('take paths as long as there are', async () => {
    const parts = Array.from({ length: 15 }, (_, index) => `${index}`.padEnd(250, 'x'));
    await note(`/${parts.join('/')}`);
    expect(await kept()).toHaveLength(1);
  });

  it('are for whom has the page of files, and go with their user', async () => {
    const guest = await platform.addUser('guest', []);
    expect((await platform.call(guest, disk.recentFiles, {})).code).toBe(403);
    await put('one');
    await note('/one');
    const eve = await platform.addUser('eve');
    await platform.get(RecentFiles).note({ userId: eve.id }, { space: 'disk' }, ['/one']);
    await platform.query('DELETE FROM user_account WHERE id = $1', [eve.id]);
    expect(await kept()).toEqual(['/one']);
  });
});
