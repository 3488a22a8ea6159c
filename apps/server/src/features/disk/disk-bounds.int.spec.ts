import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { NoSpaceLeftError } from '../spaces/space.errors.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { FileSpace } from '../../platform/file-space/file-space.js';

const { disk, trash, copies } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
});

afterAll(() => platform.close());

beforeEach(async () => {
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(ann.home, { recursive: true });
});

describe('a call', () => {
  it('makes no more folders than one call may, those above them counted', async () => {
    const deep = `/d${'/x'.repeat(limits.maxPathDepth - 2)}`;
    const paths = Array.from({ length: 100 }, (_, index) => deep.replace('/d', `/d${index}`));
    expect(await platform.call(ann, disk.mkdirs, { paths })).toMatchObject({
      code: 400,
      result: { error: 'DISK_TOO_MANY_FOLDERS' },
    });
    expect(await readdir(ann.home)).toEqual([]);
  });

  it('stops making folders when its client has gone', async () => {
    const paths = Array.from({ length: 9_000 }, (_, index) => `/d${index}/x`);
    const abort = new AbortController();
    const called = fetch(`${platform.baseUrl}/api${disk.mkdirs.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: ann.token },
      body: JSON.stringify({ paths }),
      signal: abort.signal,
    }).catch(() => null);
    await waitFor('the first folders', async () => (await readdir(ann.home)).length > 0, 10_000, 5);
    abort.abort();
    await called;
    let before = -1;
    await waitFor('the making to stop', async () => {
      const now = (await readdir(ann.home)).length;
      const hasStopped = now === before;
      before = now;
      return hasStopped;
    });
    expect(before).toBeLessThan(9_000);
  });

  it('waits for its turn when its user already searches twice, as long as eight wait', async () => {
    let running = 0;
    let most = 0;
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const find = jest.spyOn(FileSpace.prototype, 'find').mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
      return { entries: [], searchedFolders: 0, cutBy: null };
    });
    try {
      const searches = Array.from({ length: 11 }, () =>
        platform.call(ann, disk.find, { key: 'x', path: '/' }),
      );
      await waitFor('two searches', () => Promise.resolve(running === 2));
      expect(await Promise.race(searches)).toMatchObject({
        code: 429,
        result: { error: 'CALLS_TOO_MANY', details: { waitSeconds: 1 } },
      });
      go();
      const codes = (await Promise.all(searches)).map(({ code }) => code);
      expect(codes.filter((code) => code === 200)).toHaveLength(10);
      expect(most).toBe(2);
    } finally {
      find.mockRestore();
    }
  });

  it('makes folders when its user makes no others, and only as the disk has room', async () => {
    let running = 0;
    let most = 0;
    jest.spyOn(FileSpace.prototype, 'makeManyDirs').mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    try {
      const calls = Array.from({ length: 8 }, () =>
        platform.call(ann, disk.mkdirs, { paths: ['/a/b'] }),
      );
      expect((await Promise.all(calls)).every(({ code }) => code === 200)).toBe(true);
      expect(most).toBe(1);
      const claim = jest
        .spyOn(platform.get(FreeSpaceGuard), 'claim')
        .mockRejectedValue(new NoSpaceLeftError());
      const refused = await platform.call(ann, disk.mkdirs, { paths: ['/a/b'] });
      expect(refused).toMatchObject({ code: 503, result: { error: 'SPACE_DISK_FULL' } });
      expect(claim).toHaveBeenCalledTimes(1);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('asks little of a deep path that is there already', async () => {
    const path = '/x'.repeat(200);
    await platform.call(ann, disk.mkdirs, { paths: [path] });
    const stats = jest.spyOn(FileSpace.prototype, 'stat');
    try {
      expect((await platform.call(ann, disk.mkdirs, { paths: [path, `${path}/y`] })).code).toBe(
        200,
      );
      expect(stats.mock.calls.length).toBeLessThan(20);
    } finally {
      stats.mockRestore();
    }
    expect(await readdir(join(ann.home, path))).toEqual(['y']);
  });

  it('lists a folder without a page up to an end, and says that there is more', async () => {
    const entry = { name: 'f', isDirectory: false, sizeBytes: 0, modifiedAt: new Date(0) };
    const list = jest.spyOn(FileSpace.prototype, 'list').mockImplementation((_, options) => {
      const length = Math.min(options.size ?? Infinity, limits.listMaxEntries * 3);
      return Promise.resolve(Array.from({ length }, () => ({ ...entry, path: '/f' })));
    });
    try {
      const answer = await platform.call(ann, disk.list, {});
      expect(answer.result).toHaveLength(limits.listMaxEntries);
      expect(answer.message).toContain(String(limits.listMaxEntries));
    } finally {
      list.mockRestore();
    }
  });

  it('asks a project, not the own disk, whether a name is taken there', async () => {
    await writeFile(join(ann.home, 'f'), '');
    const input = { path: '/', fileName: 'f' };
    expect((await platform.call(ann, disk.checkSameName, input)).result.sameName).toBe(true);
    const other = await platform.call(ann, disk.checkSameName, { ...input, projectId: 'p' });
    expect(other).toMatchObject({ code: 404, result: { error: 'PROJECT_NOT_FOUND' } });
  });

  it('that moves what is not there into its own folder is refused', async () => {
    await writeFile(join(ann.home, 'f'), '');
    const move = (path: string): Promise<{ code: number }> =>
      platform.call(ann, copies.move, { paths: [path], dir: '/' });
    expect((await move('/missing')).code).toBe(404);
    expect((await move('/f')).code).toBe(200);
  });
});

it('links and FIFOs, which take a name unseen, are named by a refusal and can be removed', async () => {
  await symlink('/etc/passwd', join(ann.home, 'link'));
  execFileSync('mkfifo', [join(ann.home, 'pipe')]);
  for (const name of ['link', 'pipe']) {
    const refused = await platform.call(ann, disk.rename, { path: `/${name}`, newPath: '/x' });
    expect(refused).toMatchObject({ code: 404, result: { error: 'FILE_SPECIAL' } });
    expect(refused.message).toContain(name);
    expect((await platform.call(ann, disk.remove, { paths: [`/${name}`] })).code).toBe(200);
  }
  expect(await readdir(ann.home)).toEqual([]);
  const { data } = (await platform.call(ann, trash.list, {})).result;
  expect(data.map(({ path }) => path).sort()).toEqual(['/link', '/pipe']);
  const ids = data.filter(({ path }) => path === '/link').map(({ id }) => id);
  expect((await platform.call(ann, trash.restore, { ids })).code).toBe(200);
  expect(await readlink(join(ann.home, 'link'))).toBe('/etc/passwd');
});
